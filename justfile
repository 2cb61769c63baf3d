# What can be done here. Every recipe is one command that can be typed without just; see CONTRIBUTING.md.

# the list of recipes
default:
    @just --list

# run the tests
test:
    cargo test

# write goldens and docs/diagnostics.md anew
bless:
    UPDATE_GOLDENFILES=1 cargo test

# put all questions to the ROM, not just a sample
prove:
    cargo test --release -- --include-ignored

# build the tapes of the programs anew
tapes:
    for name in three three3d gray referee; do cargo run --quiet -- build basic/$name.bas -o out/$name.tap; done

# play the programs whole: every game, every board, any keys
play:
    cargo test --release --test games -- --ignored

# any bytes against the laws, each target for so many seconds
fuzz seconds="900":
    for target in decode tap tzx source; do mkdir -p tests/fuzz/corpus/$target; cargo +nightly fuzz run --fuzz-dir tests/fuzz $target tests/fuzz/corpus/$target tests/fuzz/seeds/$target -- -max_total_time={{seconds}} || exit 1; done

# whole processes against zmakebas and listbasic, in alternating runs
bench:
    cargo bench --bench build

# every tape as a recording in every format, heard by the ROM
ear:
    cargo test --release --test ear -- --ignored --nocapture

# other decoders on our recordings, ours on those of tape2wav (needs python3 with numpy, fuse-emulator-utils, tzxtools)
peers:
    cargo build --release
    python3 tests/sound/peers.py out/*.tap

# how bad a recording may be, beside other decoders (needs the same)
degrade:
    cargo build --release
    python3 tests/sound/degrade.py

# recordings: encode against tape2wav, decode against real time, memory
sound-speed:
    cargo build --release
    python3 tests/sound/speed.py

# sources with labels through zmakebas itself
zmakebas:
    cargo test --test zmakebas -- --ignored --nocapture

# ten thousand tapes through verify: time and memory
collection:
    cargo test --release --test reading -- --ignored --nocapture ten_thousand_tapes

# how fast a run is, and how soon it begins
speed:
    cargo test --release --test run_speed -- --ignored --nocapture

# play on a terminal, through tmux
terminal:
    cargo test --test terminal -- --ignored

# everything that has to pass
ci:
    .ci/run
