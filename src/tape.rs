//! Tapes: blocks, headers, files and the containers that hold them.
