"""Decodes replays of Popfray and plays them again, by docs/replay-format.md, in another language and with none of the
engine's code. It shows that the page says everything and that the engine does what the page says.

Reads one base64url replay a line from standard input and answers each with a line: `valid SCORE HASH`, `wrong SCORE HASH`
(what the round really ends with), or `malformed CODE OFFSET`.
"""

import base64
import sys

# Running it leaves nothing behind.
sys.dont_write_bytecode = True

from simulation import RULES, Round, finalise, fold


def checksum(data):
    h = fold(0, len(data))
    whole = len(data) & ~3
    for at in range(0, whole, 4):
        h = fold(h, int.from_bytes(data[at:at + 4], "little"))
    return finalise(fold(h, int.from_bytes(data[whole:], "little")))


class Malformed(Exception):
    """A code and an offset."""


class Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def need(self, count):
        if self.at + count > len(self.data):
            raise Malformed("TRUNCATED", len(self.data))

    def take(self, count):
        self.need(count)
        self.at += count
        return self.data[self.at - count:self.at]

    def int(self, count):
        return int.from_bytes(self.take(count), "little")

    def number(self):
        start, value = self.at, 0
        for turn in range(5):
            byte = self.int(1)
            if (turn == 4 and byte > 7) or (turn > 0 and byte == 0):
                break
            value |= (byte & 0x7F) << 7 * turn
            if byte < 0x80:
                return value
        raise Malformed("NUMBER", start)


def decode(data):
    def check(is_good, code, offset):
        if not is_good:
            raise Malformed(code, offset)

    check(len(data) <= 65_536, "TOO_LONG", 65_536)
    r = Reader(data)
    for at, byte in enumerate(b"PFR"):
        check(r.int(1) == byte, "MAGIC", at)
    version = r.int(1)
    check(version in (1, 2), "FORMAT", 3)
    length = r.int(1)
    check(1 <= length <= 32, "RULES", 4)
    name = (r.take(length).decode("latin1"), r.number())
    check(name in RULES, "RULES", 4)
    rules, at = RULES[name], r.at
    loadout = r.number()
    check(loadout < 512, "LOADOUT", at)
    at, kind = r.at, r.int(1)
    check(kind < 2, "ENTROPY", at)
    if kind == 0:
        length = r.int(1)
        check(1 <= length <= 64, "ENTROPY", at)
        try:
            blocks = seeded_blocks(r.take(length).decode("utf-8"), -(-rules["duration"] // 1_000))
        except UnicodeDecodeError:
            raise Malformed("ENTROPY", at) from None
    else:
        seconds = r.number()
        check(seconds == -(-rules["duration"] // 1_000), "ENTROPY", at)
        r.need(seconds * 16)
        blocks = [[r.int(4) for _ in range(4)] for _ in range(seconds)]
    score, stated, at = r.number(), r.int(4), r.at
    count = r.number()
    check(count <= rules["max_inputs"], "INPUT_COUNT", at)
    r.need(count * 4 + 4)
    clicks, time = [], 0
    for click in range(count):
        at, delta = r.at, r.number()
        time += delta
        check(time < rules["duration"], "INPUT_TIME", at)
        check(click == 0 or delta >= rules["debounce"], "INPUT_DENSE", at)
        at, point = r.at, r.int(3)
        x, y = point & 0xFFF, point >> 12
        check(x <= 4 * rules["width"] and y <= 4 * rules["height"], "INPUT_OUTSIDE", at)
        clicks.append((time, x, y))
    if version == 2:
        at, length = r.at, r.number()
        check(1 <= length <= 25_207, "TRACK", at)
        r.take(length)
    at = r.at
    check(r.int(4) == checksum(data[:at]), "CHECKSUM", at)
    check(r.at == len(data), "EXTENDED", r.at)
    return name, rules, loadout, blocks, score, stated, clicks


def seeded_blocks(seed, seconds):
    raw = seed.encode("utf-16-le")
    units = [raw[at] | raw[at + 1] << 8 for at in range(0, len(raw), 2)]
    keys = []
    for lane in range(4):
        h = fold(len(units), lane)
        for unit in units:
            h = fold(h, unit)
        keys.append(finalise(h))
    return [[finalise(fold(keys[lane], second + lane * 65_536)) for lane in range(4)] for second in range(seconds)]


def judge(text):
    try:
        data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        name, rules, loadout, blocks, score, stated, clicks = decode(data)
    except Malformed as fault:
        return "malformed ERR_REPLAY_%s %d" % fault.args
    game = Round(name, rules, loadout, blocks)
    for click in clicks:
        game.click(*click)
    game.end()
    verdict = "valid" if (game.score, game.h) == (score, stated) else "wrong"
    return f"{verdict} {game.score} {game.h:08x}"


if __name__ == "__main__":
    for line in sys.stdin:
        print(judge(line.strip()), flush=True)
