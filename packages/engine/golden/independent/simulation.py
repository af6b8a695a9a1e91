"""The rules, and a round played by them: sections 2 to 5 of docs/replay-format.md."""

M = 0xFFFFFFFF

# Ramps are (from, perPoints, to); points are (kind, numerator) or (kind, smallest, largest).
FREE_PLAY = dict(
    duration=60_000, width=800, height=600, rises=False, radius=(20, 50), speed=(60, 180), drift=0,
    factor=(2_000, 1, 2_000), first=500, interval=(2_000, 1, 2_000), count=3, cap=(15, 1, 15), points=("inverse", 500),
    combo=(5, 15), boss=None, foreign=None, debounce=0, max_inputs=3_600, colours=7,
)
ARENA = dict(
    duration=60_000, width=800, height=600, rises=True, radius=(35, 80), speed=(60, 140), drift=40,
    factor=(2_000, 1, 5_000), first=250, interval=(700, 10, 250), count=1, cap=(10, 500, 20),
    points=("linear", 39, 15), combo=None, foreign=None, debounce=100, max_inputs=600, colours=7,
    boss=dict(chance=(800, 1, 2_300), radius=90, speed=40, health=15, hit=15, kill=150),
)
RULES = {
    ("free-play", 1): FREE_PLAY,
    ("arena", 1): ARENA,
    ("cross-chain", 1): ARENA | dict(foreign=(3_000, 150)),
}
# pointsPct, trxBonusPct, spawnRatePct, specialChancePct, clickPower, bossHealthPct
UPGRADES = [
    (100, 25, 100, 0, 1, 100), (200, 0, 100, 0, 1, 100), (150, 50, 100, 0, 1, 100), (100, 0, 150, 0, 1, 100),
    (100, 0, 200, 0, 1, 100), (100, 0, 100, 0, 1, 50), (100, 0, 100, 30, 1, 100), (100, 0, 100, 0, 3, 100),
    (200, 75, 150, 25, 1, 100),
]


def fold(h, word):
    m = (h ^ word & M) * 0x9E3779B1 & M
    return m ^ m >> 15


def finalise(h):
    m = (h ^ h >> 16) * 0x85EBCA6B & M
    m = (m ^ m >> 13) * 0xC2B2AE35 & M
    return m ^ m >> 16


def sfc32(block, stream):
    a, b, c, counter = (block[(stream + k) % 4] for k in range(4))
    while True:
        out = a + b + counter & M
        a, b, c = b ^ b >> 9, c + (c << 3) & M, (c << 21 | c >> 11) + out & M
        counter = counter + 1 & M
        yield out


def high(word, n):
    return (word >> 16) * n >> 16


def low(word, n):
    return (word & 0xFFFF) * n >> 16


def speed(px):
    return px * 65_536 // 1_000


def scaled(v, factor):
    return v * factor // 2_000 if v >= 0 else -(-v * factor // 2_000)


def at_score(r, score):
    start, per_points, end = r
    moved = min(score // per_points, abs(end - start))
    return start + moved if end >= start else start - moved


def effects_of(loadout):
    pct, bonus, rate, special, power, health = 100, 0, 100, 0, 1, 100
    for bit, (p, b, r, s, c, h) in enumerate(UPGRADES):
        if loadout >> bit & 1:
            pct, rate, health = pct * p // 100, rate * r // 100, health * h // 100
            bonus, special, power = bonus + b, special + s, max(power, c)
    return pct, bonus, rate, special, power, health


class Round:
    def __init__(self, name, rules, loadout, blocks):
        self.rules, self.blocks, self.effects = rules, blocks, effects_of(loadout)
        self.score = self.combo = self.spawned = 0
        self.bubbles, self.next_wave, self.second = [], rules["first"], -1
        self.h = 0
        self.mix(name[1], *name[0].encode(), *self.effects)

    def mix(self, *words):
        for word in words:
            self.h = fold(self.h, word)

    def run_to(self, last):
        while True:
            escape = min((b["escape"] for b in self.bubbles), default=last + 1)
            if escape <= min(last, self.next_wave):
                gone = next(b for b in self.bubbles if b["escape"] == escape)
                self.bubbles.remove(gone)
                self.mix(escape, gone["id"])
            elif self.next_wave <= last:
                self.wave(self.next_wave)
            else:
                break

    def wave(self, t):
        rate = self.effects[2]
        for _ in range(min(self.rules["count"], at_score(self.rules["cap"], self.score) - len(self.bubbles))):
            self.spawn(t)
        interval = at_score(self.rules["interval"], self.score)
        self.next_wave = t + (interval if rate == 100 else max(1, interval * 100 // rate))

    def spawn(self, t):
        rules, (_, _, _, special, _, health_pct) = self.rules, self.effects
        if self.second != t // 1_000:
            self.second = t // 1_000
            self.streams = [sfc32(self.blocks[self.second], stream) for stream in range(3)]
        draw, boss, foreign = self.streams[0], rules["boss"], rules["foreign"]
        size, chance = next(draw), next(self.streams[1])
        least, most = rules["radius"]
        lo, hi = map(speed, rules["speed"])
        is_boss = boss is not None and high(chance, 10_000) < at_score(boss["chance"], self.score) + special * 100
        radius = boss["radius"] if is_boss else least + high(size, most - least + 1)
        if is_boss:
            points, health = boss["kill"], max(1, -(-boss["health"] * health_pct // 100))
        elif rules["points"][0] == "inverse":
            points, health = rules["points"][1] // radius, 1
        else:
            _, smallest, largest = rules["points"]
            points, health = largest + (most - radius) * (smallest - largest) // max(1, most - least), 1
        look = high(next(self.streams[2]), rules["colours"]) + 256 * is_boss
        is_foreign = foreign is not None and low(chance, 10_000) < foreign[0] + special * 100
        look += 512 * is_foreign
        factor = at_score(rules["factor"], self.score)
        x = low(size, (rules["width"] - 2 * radius) * 4 + 1) * 16_384 + radius * 65_536
        escape = rules["duration"] * 1_000
        if rules["rises"]:
            way, drift = next(draw), speed(rules["drift"])
            up = speed(boss["speed"]) if is_boss else lo + high(way, hi - lo + 1)
            y = (rules["height"] + radius) * 65_536
            vx, vy = scaled(low(way, 2 * drift + 1) - drift, factor), -scaled(up, factor)
            escape = t - (rules["height"] + 2 * radius) * 65_536 // vy
        else:
            y = high(next(draw), (rules["height"] - 2 * radius) * 4 + 1) * 16_384 + radius * 65_536
            dx = dy = 0
            while not lo * lo <= dx * dx + dy * dy <= hi * hi:
                way = next(draw)
                dx, dy = high(way, 2 * hi + 1) - hi, low(way, 2 * hi + 1) - hi
            vx, vy = scaled(dx, factor), scaled(dy, factor)
        self.bubbles.append(dict(id=self.spawned, t=t, x=x, y=y, vx=vx, vy=vy, radius=radius, health=health,
                                 points=points, is_foreign=is_foreign, escape=escape))
        self.spawned += 1
        self.mix(t | look << 20, x // 16_384 | y // 16_384 << 12, vx & 0xFFFFFF | radius << 24, vy)

    def place(self, bubble, t):
        radius = bubble["radius"] * 65_536
        x, y = (bubble[axis] + bubble["v" + axis] * (t - bubble["t"]) for axis in "xy")
        x = reflected(x, radius, self.rules["width"] * 65_536 - radius)
        return x, y if self.rules["rises"] else reflected(y, radius, self.rules["height"] * 65_536 - radius)

    def click(self, t, qx, qy):
        self.run_to(t)
        for bubble in reversed(self.bubbles):
            x, y = self.place(bubble, t)
            if (qx * 16_384 - x) ** 2 + (qy * 16_384 - y) ** 2 <= (bubble["radius"] * 65_536) ** 2:
                bubble["health"] -= self.effects[4]
                self.combo = 0 if bubble["health"] > 0 else self.combo + 1
                self.win(self.rules["boss"]["hit"] if bubble["health"] > 0 else bubble["points"], bubble)
                break
        else:
            self.combo = 0
        self.mix(t | qx << 20, self.combo | qy << 20, self.score)

    def win(self, points, bubble):
        if bubble["health"] <= 0:
            self.bubbles.remove(bubble)
        if self.rules["combo"] is not None:
            divisor, cap = self.rules["combo"]
            points = points * min(self.combo + divisor, cap) // divisor
        chain = self.rules["foreign"][1] if bubble["is_foreign"] else 100
        self.score = min(self.score + points * chain * self.effects[0] // 10_000, 2**31 - 1)

    def end(self):
        self.run_to(self.rules["duration"] - 1)
        self.mix(self.rules["duration"], len(self.bubbles))


def reflected(at, lowest, highest):
    while not lowest <= at <= highest:
        at = 2 * (lowest if at < lowest else highest) - at
    return at
