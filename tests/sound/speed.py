#!/usr/bin/env python3
"""How fast `zxtap convert` is, and how much memory it takes.

    cargo build --release
    python3 tests/sound/speed.py [RUNS]

Whole processes. Encoding runs alternately with `tape2wav` (fuse-emulator-utils) on the same tape, to 8-bit mono of
44100 Hz; decoding is set against the length of the sound. The short tape has 4 blocks, the long one 240.
"""

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import degrade


def run(command):
    """Wall and processor time in seconds."""
    begin = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, _, usage = os.wait4(process.pid, 0)
    return time.perf_counter() - begin, usage.ru_utime + usage.ru_stime


def memory(command):
    """The most memory in MB, of a run of its own, looked at every millisecond."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    most = 0
    while process.poll() is None:
        try:
            status = open(f"/proc/{process.pid}/status").read()
        except OSError:
            break
        if os.path.basename(command[0])[:15] == status.split()[1]:
            most = max([most] + [int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM")])
        time.sleep(0.001)
    process.wait()
    return most / 1024


def medians(runs):
    return [statistics.median(column) for column in zip(*runs)]


def row(name, figures, command):
    wall, processor = figures
    print(f"| {name} | {wall:.3f} | {processor:.3f} | {memory(command):.1f} |", flush=True)


def main():
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    with tempfile.TemporaryDirectory() as folder:
        path = lambda name: os.path.join(folder, name)
        blocks = degrade.reference()
        for name, count in (("short", 1), ("long", 60)):
            open(path(name + ".tap"), "wb").write(degrade.tap(blocks * count))
            degrade.quiet([degrade.ZXTAP, "convert", path(name + ".tap"), path(name + ".wav")])
        sizes = {name: (os.path.getsize(path(name + ".wav")) - 44) / degrade.RATE for name in ("short", "long")}
        print("| | wall, s | processor, s | memory, MB |")
        print("|---|---|---|---|")
        for name in ("short", "long"):
            commands = {"convert to wav": [degrade.ZXTAP, "convert", path(name + ".tap"), path("z.wav")]}
            if shutil.which("tape2wav"):
                commands["tape2wav"] = ["tape2wav", "-r", str(degrade.RATE), path(name + ".tap"), path("t.wav")]
            runs = {word: [] for word in commands}
            for _ in range(times):
                for word, command in commands.items():
                    runs[word].append(run(command))
            figures = {word: medians(list_) for word, list_ in runs.items()}
            for word, command in commands.items():
                row(f"{word}, {sizes[name]:.0f} s of sound", figures[word], command)
            if len(figures) == 2:
                ours, theirs = figures.values()
                print(f"| ratio of medians, convert to tape2wav | {ours[0] / theirs[0]:.2f} | {ours[1] / theirs[1]:.2f} | |")
            command = [degrade.ZXTAP, "convert", path(name + ".wav"), path("z.tap")]
            decode = medians([run(command) for _ in range(times)])
            row(f"convert from wav, {sizes[name]:.0f} s of sound", decode, command)
            print(f"| times faster than it plays | {sizes[name] / decode[0]:.0f} | {sizes[name] / decode[1]:.0f} | |")


main()
