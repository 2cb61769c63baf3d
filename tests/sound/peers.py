#!/usr/bin/env python3
"""Do other programs read our recordings, and do we read theirs?

    cargo build --release
    python3 tests/sound/peers.py TAPE.tap...

Each tape is written at every rate, width, shape and polarity and given to `audio2tape` and `tzxwav`; `tape2wav`
writes it for us. Prints a row a format and exits with 1 when a block differs.

One row is left out: tzxwav takes 8-bit samples for signed ones, so a soft edge, which passes through the middle, is
noise to it.
"""

import os
import sys
import tempfile

import degrade


def same(decoder, wav, folder, blocks):
    heard = decoder(wav, folder)
    for name in os.listdir(folder):
        if name.startswith(("z.", "a.", "t.")):
            os.remove(os.path.join(folder, name))
    return heard == blocks


def main():
    wrong = 0
    for path in sys.argv[1:]:
        blocks = degrade.untap(open(path, "rb").read())
        with tempfile.TemporaryDirectory() as folder:
            wav = os.path.join(folder, "tape.wav")
            for rate in ("44100", "48000"):
                for bits in ("8", "16"):
                    for shape in ("square", "soft"):
                        for polarity in ("upright", "inverted"):
                            degrade.quiet([degrade.ZXTAP, "convert", path, wav, "--rate", rate, "--bits", bits,
                                           "--shape", shape, *(["--invert"] if polarity == "inverted" else [])])
                            row = {name: same(decoder, wav, folder, blocks)
                                   for name, decoder in degrade.DECODERS.items()
                                   if (name, bits, shape) != ("tzxwav", "8", "soft")}
                            wrong += list(row.values()).count(False)
                            print(path, rate, bits, shape, polarity, row, flush=True)
            degrade.quiet(["tape2wav", path, wav])
            read = same(degrade.by_zxtap, wav, folder, blocks)
            wrong += not read
            print(path, "tape2wav ->", {"zxtap": read})
    sys.exit(1 if wrong else 0)


main()
