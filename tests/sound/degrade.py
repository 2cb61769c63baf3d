#!/usr/bin/env python3
"""How bad may a recording be? A table of the last level at which every block of a reference tape is decoded, for
zxtap and for two other decoders on the same files.

    cargo build --release
    python3 tests/sound/degrade.py [ROW...]

Needs numpy, `audio2tape` and `tapeconv` (fuse-emulator-utils) and `tzxwav` (tzxtools); a decoder that is not there is
left out. Every level is tried with SEEDS different noises and must decode with each. Recordings are 44100 Hz, 16 bit.
"""

import os
import random
import shutil
import struct
import subprocess
import sys
import tempfile
import wave

import numpy as np

RATE = 44100
SEEDS = int(os.environ.get("SEEDS", "2"))
ZXTAP = os.environ.get("ZXTAP", "target/release/zxtap")


def block(flag, payload):
    data = bytes([flag]) + payload
    check = 0
    for byte in data:
        check ^= byte
    return data + bytes([check])


def reference():
    random.seed(5)
    one = bytes(random.randrange(256) for _ in range(600))
    two = bytes(random.choice([0, 0, 255, 170, 1]) for _ in range(300))
    return [
        block(0, b"\0reference " + struct.pack("<HHH", len(one), 10, len(one))),
        block(255, one),
        block(0, b"\3code      " + struct.pack("<HHH", len(two), 32768, 32768)),
        block(255, two),
    ]


def tap(blocks):
    return b"".join(struct.pack("<H", len(b)) + b for b in blocks)


def untap(data):
    blocks, at = [], 0
    while at + 2 <= len(data):
        length = struct.unpack_from("<H", data, at)[0]
        blocks.append(data[at + 2:at + 2 + length])
        at += 2 + length
    return blocks


def read_wav(path):
    with wave.open(path) as file:
        return np.frombuffer(file.readframes(file.getnframes()), dtype="<i2").astype(np.float64) / 32768


def write_wav(path, samples):
    with wave.open(path, "w") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes((np.clip(samples, -1, 1) * 32767).astype("<i2").tobytes())


def quiet(command):
    try:
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=300, check=False)
    except subprocess.TimeoutExpired:
        pass


def by_zxtap(wav, folder):
    out = os.path.join(folder, "z.tap")
    quiet([ZXTAP, "convert", wav, out])
    return untap(open(out, "rb").read()) if os.path.exists(out) else []


def by_audio2tape(wav, folder):
    out = os.path.join(folder, "a.tap")
    quiet(["audio2tape", wav, out])
    return untap(open(out, "rb").read()) if os.path.exists(out) else []


def by_tzxwav(wav, folder):
    tzx, out = os.path.join(folder, "t.tzx"), os.path.join(folder, "t.tap")
    quiet([shutil.which("tzxwav") or os.environ["TZXWAV"], wav, "-o", tzx])
    if os.path.exists(tzx):
        quiet(["tapeconv", tzx, out])
    return untap(open(out, "rb").read()) if os.path.exists(out) else []


DECODERS = {"zxtap": by_zxtap}
if shutil.which("audio2tape"):
    DECODERS["audio2tape"] = by_audio2tape
if shutil.which("tzxwav") or os.environ.get("TZXWAV"):
    DECODERS["tzxwav"] = by_tzxwav


def low_passed(samples, hertz, order=2):
    """A filter of `order` poles, each 6 dB an octave."""
    share = 1 - np.exp(-2 * np.pi * hertz / RATE)
    for _ in range(order):
        spectrum = np.fft.rfft(samples)
        turn = np.exp(-2j * np.pi * np.arange(len(spectrum)) / len(samples))
        samples = np.fft.irfft(spectrum * share / (1 - (1 - share) * turn), len(samples))
    return samples


def resampled(samples, speed):
    """Played at `speed`, which may be one number or one for each sample."""
    times = np.cumsum(np.broadcast_to(speed, len(samples)))
    return np.interp(np.arange(0, times[-1]), times, samples) if np.ndim(speed) else \
        np.interp(np.arange(0, len(samples) - 1, speed), np.arange(len(samples)), samples)


def hiss(samples, decibels, seed):
    loud = np.sqrt(np.mean(samples[np.abs(samples) > 0.1] ** 2))
    noise = np.random.default_rng(seed).normal(0, loud * 10 ** (-decibels / 20), len(samples))
    return samples + noise


def wow(samples, depth, hertz, seed):
    seconds = np.arange(len(samples)) / RATE
    return resampled(samples, 1 + depth / 100 * np.sin(2 * np.pi * hertz * seconds + seed))


def hum(samples, strength, seed):
    seconds = np.arange(len(samples)) / RATE
    wave_ = np.sin(2 * np.pi * 50 * seconds + seed) + 0.3 * np.sin(2 * np.pi * 150 * seconds + seed)
    return samples + wave_ * strength * 0.2


def clipped(samples, gain, seed, decibels=25):
    samples = hiss(low_passed(samples, 4000), decibels, seed)
    return np.clip(samples * gain, -0.2, 0.2)


def dropped(samples, gain, seed, length=0.005):
    rng = np.random.default_rng(seed)
    envelope = np.ones(len(samples))
    for _ in range(int(len(samples) / RATE * 5)):
        at = rng.integers(0, len(samples))
        envelope[at:at + int(length * RATE)] = gain
    return hiss(samples * envelope, 35, seed)


ROWS = {
    "hiss (dB)": ([40, 30, 25, 20, 17, 14, 12, 10, 8, 6, 4, 2, 0, -2, -4], hiss),
    "low-pass (Hz)": ([10000, 8000, 6000, 5000, 4000, 3000, 2500, 2000, 1500, 1200, 1000, 800, 600, 400],
                      lambda s, v, _: hiss(low_passed(s, v), 40, 1)),
    "slow (%)": ([2, 4, 6, 8, 10, 12, 15, 18, 20, 25, 30, 35, 40, 50], lambda s, v, _: resampled(s, 1 - v / 100)),
    "fast (%)": ([2, 4, 6, 8, 10, 12, 15, 18, 20, 25, 30, 35, 40, 45, 50, 60, 70], lambda s, v, _: resampled(s, 1 + v / 100)),
    "wow 0.5 Hz (%)": ([1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 35, 40], lambda s, v, n: wow(s, v, 0.5, n)),
    "wow 2 Hz (%)": ([1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 35, 40], lambda s, v, n: wow(s, v, 2, n)),
    "wow 10 Hz (%)": ([1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 35, 40], lambda s, v, n: wow(s, v, 10, n)),
    "hum (signal = 1)": ([0.1, 0.3, 0.5, 0.7, 1, 1.5, 2, 3, 4], hum),
    "clipping, 25 dB hiss (gain)": ([1, 2, 4, 8, 16, 32, 64, 256, 1024], clipped),
    "clipping, 12 dB hiss (gain)": ([1, 2, 4, 8, 16, 32, 64, 256, 1024], lambda s, v, n: clipped(s, v, n, 12)),
    "offset (signal = 1)": ([0.1, 0.3, 0.5, 0.7, 0.9, 1.2, 1.5, 2, 3], lambda s, v, _: s + 0.2 * v),
    "drop-outs of 5 ms (gain)": ([0.7, 0.5, 0.3, 0.2, 0.15, 0.1, 0.07, 0.05, 0.03, 0.02], dropped),
    "quiet (signal of 1)": ([0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002], lambda s, v, _: s * v),
}


def main():
    wanted = sys.argv[1:]
    blocks = reference()
    with tempfile.TemporaryDirectory() as folder:
        source, base, wav = (os.path.join(folder, name) for name in ("ref.tap", "ref.wav", "bad.wav"))
        open(source, "wb").write(tap(blocks))
        quiet([ZXTAP, "convert", source, base, "--rate", str(RATE), "--bits", "16", "--shape", "soft"])
        clean = read_wav(base) / 4
        print("| | " + " | ".join(DECODERS) + " |")
        print("|---|" + "---|" * len(DECODERS))
        for row, (levels, damage) in ROWS.items():
            if wanted and not any(row.startswith(word) for word in wanted):
                continue
            last = {}
            for name, decoder in DECODERS.items():
                last[name] = "none"
                for level in levels:
                    right = True
                    for seed in range(SEEDS):
                        write_wav(wav, damage(clean, level, seed))
                        heard = decoder(wav, folder)
                        right = [b for b in heard if b in blocks] == blocks
                        for name_ in ("z.tap", "a.tap", "t.tzx", "t.tap"):
                            path = os.path.join(folder, name_)
                            if os.path.exists(path):
                                os.remove(path)
                        if not right:
                            break
                    if not right:
                        break
                    last[name] = str(level)
            print(f"| {row} | " + " | ".join(last.values()) + " |", flush=True)


if __name__ == "__main__":
    main()
