import { BATTLE_MS, GRACE_MS, PATH_WORDS, type InputBatch } from '@popfray/protocol/battle';
import { createBubble } from '@popfray/engine';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Host, STARTS_AT, type Word } from './host.fixture.ts';
import { LiveBattle } from './live-battle.ts';

/** How far the server's clock is ahead of the page's. */
const AHEAD_MS = STARTS_AT - 100_000;

/** ms of the page's clock at a time of the round. */
const at = (timeMs: number): number => STARTS_AT - AHEAD_MS + timeMs;

/** A player and a host with a line between them, whose delays a test decides. Time is ms of the round. */
function createTable(place = 0, places: readonly number[] = [0, 1]) {
  const host = new Host(place, places);
  const giveSeed = (seed: string): void => void (host.seed = seed);
  // The player's seeds are fixed, so that every run plays the same bubbles.
  let seeds = 0;
  const createSeed = (): string => String(++seeds).padStart(64, '0');
  const battle = new LiveBattle({ sessionId: host.sessionId, userId: 'me' }, giveSeed, createSeed);
  /** Batches on their way, with the time of their arrival. */
  const underway: { readonly batch: InputBatch; readonly arriveMs: number }[] = [];
  const receive = ({ message, frame }: Word, timeMs: number): void => {
    if (message !== undefined) battle.handleMessage(message, at(timeMs));
    else battle.handleFrame(frame, at(timeMs));
  };
  return {
    host,
    battle,
    receive,
    /** Everything up to the first second, punctually. */
    begin(): void {
      battle.clock.note(at(-5_000), STARTS_AT - 5_000, at(-5_000));
      receive(host.terms(STARTS_AT - 5_000), -5_000);
      receive(host.terms(STARTS_AT - 4_900), -4_900);
      receive(host.seeds(), -2_000);
      receive(host.reveal(0), -1_000);
    },
    /** Lets a frame come at a time; batches take `delayMs` to the host, and are lost with Infinity. */
    frame(timeMs: number, delayMs = 30): void {
      battle.advance(at(timeMs), (batch) => underway.push({ batch, arriveMs: timeMs + delayMs }));
      while (underway[0] !== undefined && underway[0].arriveMs <= timeMs) {
        const { batch, arriveMs } = underway[0];
        underway.shift();
        const refusal = host.take(batch, arriveMs);
        if (refusal !== null) receive(refusal, timeMs);
      }
    },
    /** Drops what is underway: the connection is gone. */
    cut(): void {
      underway.length = 0;
      battle.loseStep();
    },
  };
}

/** Clicks the middle of the topmost bubble that is in the field. */
function popOne(battle: LiveBattle): void {
  const { round } = battle;
  if (round === null) return;
  for (let place = round.count - 1; place >= 0; place--) {
    const { xPx, yPx } = round.bubbleAt(place, createBubble());
    if (yPx < 0 || yPx > 600) continue;
    battle.pop(xPx, yPx);
    return;
  }
}

/** What happens on the way: the connection is lost, the server stands still, or batches arrive twice. */
interface NetworkEvent {
  /** From the end of the event before, ms. */
  readonly afterMs: number;
  readonly kind: 'cut' | 'pause' | 'twice';
  readonly forMs: number;
}

/** Plays ten seconds over a network in which nothing overtakes, and each message has a different delay. Times are ms of the page. */
function playOverNetwork(
  events: readonly NetworkEvent[],
  delays: Iterator<number, number>,
  everyMs: number,
  hasPath = false,
) {
  const { battle, host, begin, receive } = createTable();
  host.acceptsPath = hasPath;
  begin();
  for (let second = 1; second < 60; second++) receive(host.reveal(second), 0);
  const toServer: { readonly batch: InputBatch; readonly atMs: number }[] = [];
  const toClient: { readonly word: Word; readonly atMs: number }[] = [];
  const until = { cut: 0, pause: 0, twice: 0 };
  let endsAtMs = 0;
  const timetable = events.map(({ kind, afterMs, forMs }) => {
    const atMs = endsAtMs + afterMs;
    endsAtMs = atMs + forMs;
    return { kind, atMs, forMs };
  });
  let isConnected = true;
  let isPaused = false;
  let clicked = 0;
  let sent = 0;
  const arrival = (queue: readonly { readonly atMs: number }[], nowMs: number): number =>
    Math.max(queue.at(-1)?.atMs ?? 0, nowMs + delays.next().value);
  const answer = (word: Word, nowMs: number): void => void toClient.push({ word, atMs: arrival(toClient, nowMs) });
  const standing = (nowMs: number, acceptsFromMs?: number): void => {
    answer(host.terms(STARTS_AT + nowMs), nowMs);
    answer(host.state(60, STARTS_AT + nowMs, [], acceptsFromMs), nowMs);
  };
  for (let nowMs = 0; nowMs < 16_000; nowMs += 10) {
    for (const { kind, atMs, forMs } of timetable)
      if (atMs >= nowMs && atMs < nowMs + 10) until[kind] = Math.max(until[kind], nowMs + forMs);
    if (isConnected && nowMs < until.cut) {
      toServer.length = toClient.length = 0;
      battle.loseStep();
      isConnected = false;
    }
    if (!isPaused && nowMs < until.pause) isPaused = true;
    // A short uncertainty about the lease: the clock is not moved, because the clients know the second that runs.
    if (isPaused && nowMs >= until.pause) {
      isPaused = false;
      if (isConnected) standing(nowMs, nowMs - GRACE_MS - 2_000);
    }
    if (!isConnected && nowMs >= until.cut && !isPaused) {
      isConnected = true;
      standing(nowMs);
    }
    while (toServer[0] !== undefined && toServer[0].atMs <= nowMs) {
      const { batch } = toServer.shift() ?? toServer[0];
      if (isPaused) continue;
      for (let times = nowMs < until.twice ? 2 : 1; times > 0; times--) {
        const refusal = host.take(batch, nowMs);
        if (refusal !== null) answer(refusal, nowMs);
        else if (batch.untilMs % 3 === 0)
          answer({ frame: { type: 'accepted', untilMs: batch.untilMs, count: host.round.inputCount } }, nowMs);
      }
    }
    while (toClient[0] !== undefined && toClient[0].atMs <= nowMs) {
      const { word } = toClient.shift() ?? toClient[0];
      receive(word, nowMs);
    }
    const handOver = (batch: InputBatch): void => {
      sent++;
      toServer.push({ batch, atMs: arrival(toServer, nowMs) });
    };
    battle.advance(at(nowMs), isConnected ? handOver : null);
    if (nowMs < 10_000) battle.point({ atMs: at(nowMs), xPx: pointerAt(nowMs), yPx: 300, device: 'mouse' });
    if (nowMs < 10_000 && nowMs % everyMs < 10 && battle.round?.isStalled === false) {
      const before = battle.round.inputCount;
      battle.pop(400, 300);
      clicked += battle.round.inputCount - before;
    }
  }
  return {
    clicked,
    sent,
    lost: battle.delivery.lostClicks,
    own: [...(battle.round?.inputs() ?? [])],
    accepted: [...host.round.inputs()],
    path: host.path,
    badPaths: host.badPaths,
  };
}

/** Horizontal position of the pointer at a time of the round, px. */
const pointerAt = (timeMs: number): number => 400 + 300 * Math.sin(timeMs / 400);
/** How far the pointer can move in the rounding error of a sample's time, px. */
const POINTER_STEP_PX = 20;

describe('a live battle', () => {
  test('gives a seed only after the commitment, and begins when the server’s clock says so', () => {
    const { battle, host, receive, frame } = createTable();
    expect(battle.phase).toBe('connecting');
    receive(host.terms(STARTS_AT - 5_000), -5_000);
    expect(host.seed).toMatch(/^[0-9a-f]{64}$/);
    expect(battle.phase).toBe('countdown');
    receive(host.seeds(), -2_000);
    receive(host.reveal(0), -1_000);
    frame(-1);
    expect([battle.phase, battle.round]).toEqual(['countdown', null]);
    frame(0);
    expect(battle.phase).toBe('running');
    expect(battle.round?.timeMs).toBe(0);
  });

  test('follows a start that moves nearer', () => {
    const { battle, host, receive, frame } = createTable();
    receive(host.terms(STARTS_AT - 5_000, STARTS_AT + 20_000), -5_000);
    frame(0);
    expect(battle.phase).toBe('countdown');
    receive(host.terms(STARTS_AT - 4_000), -4_000);
    expect(battle.timeMs(at(0))).toBe(0);
  });

  test('starts again with another seed when a countdown was stopped and another one has begun', () => {
    const { battle, host, receive, frame } = createTable();
    receive(host.terms(STARTS_AT - 5_000), -5_000);
    const first = host.seed;
    receive(host.seeds(), -2_000);
    const next = new Host(0, [0, 1], 8);
    receive(next.terms(STARTS_AT - 4_000), -4_000);
    expect(host.seed).not.toBe(first);
    next.seed = host.seed;
    receive(next.seeds(), -2_000);
    receive(next.reveal(0), -1_000);
    frame(500);
    expect(battle.phase).toBe('running');
    expect(battle.round?.timeMs).toBe(500);
  });

  test('keeps what it was promised over a reload, once the round has begun', () => {
    const kept = new Map<string, string>();
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    };
    const host = new Host();
    const load = () => {
      const battle = new LiveBattle({ sessionId: host.sessionId, userId: 'me', storage }, (seed) => {
        host.seed = seed;
      });
      const { message } = host.terms(STARTS_AT - 3_000);
      if (message !== undefined) battle.handleMessage(message, at(-3_000));
      return battle;
    };
    const first = load();
    expect(kept.size).toBe(0);
    first.advance(at(0), null);
    expect([...kept.values()]).toEqual([`${String(host.seed)} ${host.commitment}`]);
    const again = load();
    expect(again.phase).toBe('countdown');
    // The seed that was given is left out.
    const { message } = host.seeds();
    if (message?.type === 'battle_seeds') again.handleMessage({ ...message, seeds: [null, null] }, at(0));
    expect(again.fault).toBe('ERR_SEEDS');
    kept.set(`popfray.battle.${host.sessionId}.me`, `${String(host.seed)} ${'0'.repeat(64)}`);
    expect(load().fault).toBe('ERR_COMMITMENT');
  });

  test('hands over what was clicked in batches that the server takes, and both rounds end alike', () => {
    const { battle, host, begin, receive, frame } = createTable();
    begin();
    for (let timeMs = 0; timeMs <= BATTLE_MS + 1_000; timeMs += 16) {
      const second = Math.floor(timeMs / 1_000) + 1;
      if (timeMs % 1_000 < 16 && second < 60) receive(host.reveal(second), timeMs);
      frame(timeMs);
      if (timeMs % 240 < 16) popOne(battle);
    }
    host.round.advanceTo(BATTLE_MS);
    expect(battle.phase).toBe('settling');
    expect(host.refused).toEqual([]);
    expect(host.round.inputCount).toBeGreaterThan(150);
    expect([battle.round?.score, battle.round?.hash]).toEqual([host.round.score, host.round.hash]);
  });

  test('waits for a late reveal, takes no clicks meanwhile, and continues at the server’s time', () => {
    const { battle, host, begin, receive, frame } = createTable();
    begin();
    frame(990);
    frame(1_500);
    expect(battle.round?.timeMs).toBe(999);
    expect(battle.stalledMs).toBe(at(1_500));
    popOne(battle);
    expect(battle.round?.inputCount).toBe(0);
    receive(host.reveal(1), 1_700);
    frame(1_710);
    expect(battle.round?.timeMs).toBe(1_710);
    expect(battle.stalledMs).toBe(Number.POSITIVE_INFINITY);
  });

  test('ends in the same state however late its reveals come', () => {
    const delays = fc.array(fc.integer({ min: 0, max: 2_500 }), { minLength: 60, maxLength: 60 });
    const clicks = fc.array(fc.integer({ min: 0, max: BATTLE_MS }), { maxLength: 40 });
    fc.assert(
      fc.property(delays, clicks, fc.integer({ min: 7, max: 120 }), (late, wanted, frameMs) => {
        const { battle, host, begin, receive, frame } = createTable();
        begin();
        const times = wanted.toSorted((a, b) => a - b);
        let next = 1;
        for (let timeMs = 0; battle.phase !== 'settling'; timeMs += frameMs) {
          // In their order, since one connection brings them.
          while (next < 60 && host.revealMs(next) + (late[next] ?? 0) <= timeMs) receive(host.reveal(next++), timeMs);
          frame(timeMs, 40);
          while ((times[0] ?? Number.POSITIVE_INFINITY) <= timeMs) {
            times.shift();
            popOne(battle);
          }
        }
        frame(BATTLE_MS + 5_000);
        host.round.advanceTo(BATTLE_MS);
        expect(battle.phase).toBe('settling');
        expect(host.refused).toEqual([]);
        expect(battle.round?.hash).toBe(host.round.hash);
      }),
      { numRuns: 25 },
    );
  });

  test('takes refused clicks back without a step in time, and agrees with the server again', () => {
    const { battle, host, begin, receive, frame } = createTable();
    begin();
    for (const second of [1, 2, 3, 4, 5]) receive(host.reveal(second), 0);
    for (let timeMs = 0; timeMs < 2_000; timeMs += 20) {
      frame(timeMs);
      if (timeMs % 300 === 0) popOne(battle);
    }
    const agreed = host.round.inputCount;
    // A gap in the network: what is clicked now arrives two seconds later, all at once.
    for (let timeMs = 2_000; timeMs < 3_000; timeMs += 20) {
      frame(timeMs, 4_000 - timeMs);
      // A click counts whether or not it meets a bubble.
      if (timeMs % 300 === 0) battle.pop(400, 300);
    }
    for (let timeMs = 3_000; timeMs <= 4_000; timeMs += 20) frame(timeMs);
    expect(battle.delivery.lostClicks).toBeGreaterThan(0);
    expect(battle.round?.timeMs).toBe(4_000);
    expect(battle.round?.inputCount).toBe(host.round.inputCount);
    expect(host.round.inputCount).toBeGreaterThanOrEqual(agreed);
    for (let timeMs = 4_000; timeMs < 6_000; timeMs += 20) {
      frame(timeMs);
      if (timeMs % 300 === 0) popOne(battle);
    }
    frame(5_999);
    host.round.advanceTo(5_999);
    expect(host.round.inputCount).toBeGreaterThan(agreed);
    expect(battle.round?.hash).toBe(host.round.hash);
  });

  test('comes back into the running round with the clicks that are in time, and without those that are not', () => {
    const { battle, host, begin, receive, frame, cut } = createTable();
    begin();
    for (const second of [1, 2, 3, 4, 5, 6]) receive(host.reveal(second), 0);
    const play = (fromMs: number, toMs: number): void => {
      for (let timeMs = fromMs; timeMs < toMs; timeMs += 20) {
        frame(timeMs);
        if (timeMs % 300 === 0) popOne(battle);
      }
    };
    play(0, 2_000);
    cut();
    play(2_000, 2_600);
    // Terms, seeds and the state come again; the seconds known stay known.
    receive(host.terms(STARTS_AT + 2_600), 2_600);
    receive(host.seeds(), 2_600);
    receive(host.state(4, STARTS_AT + 2_600), 2_600);
    expect(battle.delivery.lostClicks).toBe(0);
    play(2_600, 3_200);
    cut();
    play(3_200, 5_000);
    receive(host.terms(STARTS_AT + 5_000), 5_000);
    receive(host.state(7, STARTS_AT + 5_000), 5_000);
    expect(battle.delivery.lostClicks).toBeGreaterThan(0);
    expect(battle.round?.timeMs).toBeGreaterThanOrEqual(4_980);
    play(5_000, 6_500);
    frame(6_900);
    frame(6_950);
    host.round.advanceTo(6_950);
    expect(host.refused).toEqual([]);
    expect(battle.phase).toBe('running');
    expect(battle.round?.hash).toBe(host.round.hash);
  });

  test('waits at the last known ms during an outage, and hands over everything that was not acknowledged', () => {
    const { battle, host, begin, receive, frame, cut } = createTable();
    begin();
    for (const second of [1, 2, 3]) receive(host.reveal(second), 0);
    const play = (fromMs: number, toMs: number): void => {
      for (let timeMs = fromMs; timeMs < toMs; timeMs += 20) {
        frame(timeMs);
        if (timeMs % 300 === 0) battle.pop(400, 300);
      }
    };
    // The server dies at 2,000 ms, and what was on its way is lost.
    play(0, 2_000);
    cut();
    const taken = host.round.inputCount;
    play(2_000, 7_000);
    expect(battle.round?.timeMs).toBe(3_999);
    expect(battle.stalledMs).toBeLessThan(at(4_040));
    const clicked = battle.round?.inputCount ?? 0;
    expect(clicked).toBeGreaterThan(taken + 5);
    // Another one continues at 3,500 ms of the round, which is 4,000 ms later than it was.
    const moved = STARTS_AT + 4_000;
    receive(host.terms(STARTS_AT + 7_500, moved), 7_500);
    receive(host.seeds(), 7_500);
    receive(host.state(4, STARTS_AT + 7_500, [], 1_000), 7_500);
    battle.pop(400, 300);
    expect(battle.round?.inputCount).toBe(clicked);
    receive(host.reveal(4), 7_500);
    for (let timeMs = 7_500; timeMs < 7_960; timeMs += 20) {
      battle.advance(at(timeMs), (batch) => {
        const refusal = host.take(batch, timeMs - 4_000);
        if (refusal !== null) receive(refusal, timeMs);
      });
      expect(battle.round?.timeMs).toBe(3_999);
    }
    for (let timeMs = 7_980; timeMs < 8_700; timeMs += 20)
      battle.advance(at(timeMs), (batch) => void host.take(batch, timeMs - 4_000));
    expect(host.refused).toEqual([]);
    expect(battle.delivery.lostClicks).toBe(0);
    expect(host.round.inputCount).toBe(clicked);
    expect(battle.stalledMs).toBe(Number.POSITIVE_INFINITY);
    expect(battle.round?.timeMs).toBe(4_680);
    host.round.advanceTo(4_680);
    expect(battle.round?.hash).toBe(host.round.hash);
  });

  test('hands over its last clicks after the round, when the connection comes back in time', () => {
    const { battle, host, begin, receive, frame, cut } = createTable();
    begin();
    for (let second = 1; second < 60; second++) receive(host.reveal(second), 0);
    for (let timeMs = 0; timeMs < 59_800; timeMs += 100) frame(timeMs);
    cut();
    frame(59_800);
    battle.pop(400, 300);
    battle.advance(at(60_100), null);
    expect(battle.phase).toBe('settling');
    receive(host.state(60, STARTS_AT + 60_300), 60_300);
    frame(60_300, 0);
    expect(host.round.inputCount).toBe(1);
    expect(host.refused).toEqual([]);
  });

  test('hands over again what was refused because an earlier batch had arrived after the state', () => {
    const { battle, host, begin, receive } = createTable();
    begin();
    for (const second of [1, 2, 3]) receive(host.reveal(second), 0);
    const sent: InputBatch[] = [];
    const play = (fromMs: number, toMs: number): void => {
      for (let timeMs = fromMs; timeMs < toMs; timeMs += 20) {
        battle.advance(at(timeMs), (batch) => sent.push(batch));
        if (timeMs % 100 === 0) battle.pop(400, 300);
      }
    };
    play(1_000, 1_200);
    const underway = sent.splice(0);
    expect(underway).toHaveLength(1);
    // The server's lease was uncertain for a moment. It sends its state before it reads what is on its way.
    receive(host.state(4, STARTS_AT + 1_200, [], 200), 1_200);
    play(1_200, 1_260);
    const answers = [...underway, ...sent.splice(0)].map((batch) => host.take(batch, 1_260));
    expect(answers.map((answer) => answer?.frame?.type)).toEqual([undefined, 'refused']);
    for (const answer of answers) if (answer !== null) receive(answer, 1_280);
    play(1_280, 1_700);
    for (let timeMs = 1_700; timeMs < 1_900; timeMs += 20) battle.advance(at(timeMs), (batch) => sent.push(batch));
    for (const batch of sent) expect(host.take(batch, 1_900)).toBeNull();
    expect(battle.delivery.lostClicks).toBe(0);
    expect(host.round.inputCount).toBe(battle.round?.inputCount);
  });

  test('does not repeat a batch that is refused as out of order although it starts where the server says', () => {
    const { battle, host, begin, receive } = createTable();
    begin();
    battle.advance(at(100), null);
    battle.pop(400, 300);
    let handedOver = 0;
    for (let timeMs = 120; timeMs < 900; timeMs += 20)
      battle.advance(at(timeMs), ({ untilMs }) => {
        handedOver++;
        if (handedOver > 5) throw new Error('the batch is repeated');
        receive({ frame: { type: 'refused', reason: 'order', untilMs, count: 0 } }, timeMs);
      });
    expect(handedOver).toBe(1);
    expect([battle.delivery.lostClicks, host.round.inputCount]).toEqual([1, 0]);
  });

  test.each([
    ['every click that was in time', 300, 0],
    ['the same clicks as the page, when some are late', 1_800, 1],
  ])('leaves the server with %s, with any delays, outages and duplicates', (_, longestMs, canLose) => {
    const event = fc.record({
      afterMs: fc.integer({ min: 600, max: 2_000 }),
      kind: fc.constantFrom('cut', 'pause', 'twice'),
      forMs: fc.integer({ min: 20, max: longestMs }),
    });
    fc.assert(
      fc.property(
        fc.array(event, { maxLength: 8 }),
        fc.infiniteStream(fc.integer({ min: 5, max: 120 })),
        fc.integer({ min: 60, max: 400 }),
        (events, delays, everyMs) => {
          const { clicked, lost, own, accepted, sent } = playOverNetwork(events, delays, everyMs);
          expect(own).toEqual(accepted);
          expect(accepted.length / 3 + lost).toBe(clicked);
          if (canLose === 0) expect(lost).toBe(0);
          // Nothing is sent over and over.
          expect(sent).toBeLessThan(600);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('streams the path of the pointer with the clicks, at most every sixtieth of a second', () => {
    const delays = fc.sample(fc.infiniteStream(fc.integer({ min: 5, max: 60 })), { numRuns: 1, seed: 1 })[0];
    if (delays === undefined) throw new Error('there are no delays');
    const { path, badPaths, sent, own, accepted } = playOverNetwork([], delays, 300, true);
    expect(badPaths).toEqual([]);
    expect(own).toEqual(accepted);
    // Ten seconds of a pointer that never rests.
    expect(path.length / PATH_WORDS).toBeGreaterThan(590);
    expect(path.length / PATH_WORDS).toBeLessThanOrEqual(600);
    expect(sent).toBeLessThan(90);
  });

  test('sends no path that the terms do not ask for', () => {
    const { battle, host, begin, frame } = createTable();
    begin();
    for (let timeMs = 0; timeMs < 900; timeMs += 10) {
      frame(timeMs);
      battle.point({ atMs: at(timeMs), xPx: pointerAt(timeMs), yPx: 300, device: 'mouse' });
    }
    battle.pop(400, 300);
    for (let timeMs = 900; timeMs < 1_200; timeMs += 10) frame(timeMs);
    expect([host.path, host.badPaths, host.round.inputCount]).toEqual([[], [], 1]);
  });

  test('has clicks of fingers and keys in its path at the times of the clicks', () => {
    const { battle, host, begin, frame } = createTable();
    host.acceptsPath = true;
    begin();
    frame(700);
    battle.point({ atMs: null, xPx: 10, yPx: 20, device: 'touch', radiusPx: 9 });
    battle.pop(400, 300);
    frame(860);
    battle.point({ atMs: null, xPx: 0, yPx: 0, device: 'keyboard' });
    battle.pop(400, 300);
    for (let timeMs = 870; timeMs < 1_200; timeMs += 10) frame(timeMs);
    expect(host.path).toEqual([700, 40, 80, 2, 9, 860, 40, 80, 3, 0]);
  });

  test.each([300, 600, 800])('has the presses and the movement of %i ms without a frame in its path', (forMs) => {
    const { battle, host, receive, begin, frame } = createTable();
    host.acceptsPath = true;
    begin();
    for (let second = 1; second <= 3; second++) receive(host.reveal(second), -500);
    const move = (timeMs: number): void =>
      battle.point({ atMs: at(timeMs), xPx: pointerAt(timeMs), yPx: 300, device: 'mouse' });
    for (let timeMs = 0; timeMs <= 1_000; timeMs += 20) {
      move(timeMs);
      frame(timeMs);
    }
    const endMs = 1_000 + forMs;
    for (let timeMs = 1_020; timeMs < endMs; timeMs += 20) {
      move(timeMs);
      if (timeMs !== 1_100) continue;
      battle.point({ atMs: at(timeMs), xPx: 400, yPx: 310, device: 'mouse', isPress: true });
      battle.pop(400, 310);
    }
    for (let timeMs = endMs; timeMs < endMs + 600; timeMs += 20) frame(timeMs);
    const times = host.path.filter((_, word) => word % PATH_WORDS === 0);
    expect(host.badPaths).toEqual([]);
    expect(host.round.inputCount).toBe(1);
    expect(times.filter((ms) => ms > 1_000)).toHaveLength(forMs / 20 - 1);
    expect(host.path.slice(times.indexOf(1_100) * PATH_WORDS).slice(0, 3)).toEqual([1_100, 1_600, 1_240]);
  });

  test('sends a path over any network that is where the pointer was, and that the server never refuses', () => {
    const event = fc.record({
      afterMs: fc.nat(3_000),
      kind: fc.constantFrom('cut' as const, 'pause' as const, 'twice' as const),
      forMs: fc.integer({ min: 20, max: 1_500 }),
    });
    fc.assert(
      fc.property(
        fc.array(event, { maxLength: 8 }),
        fc.infiniteStream(fc.integer({ min: 5, max: 120 })),
        fc.integer({ min: 60, max: 400 }),
        (events, delays, everyMs) => {
          const { path, badPaths, own, accepted } = playOverNetwork(events, delays, everyMs, true);
          expect(badPaths).toEqual([]);
          expect(own).toEqual(accepted);
          for (let word = 0; word < path.length; word += PATH_WORDS)
            expect(Math.abs((path[word + 1] ?? 0) / 4 - pointerAt(path[word] ?? 0))).toBeLessThan(POINTER_STEP_PX);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('is resumed by a page without any earlier state, with gaps among the seats', () => {
    const { battle, host, receive, frame } = createTable(2, [0, 2, 5]);
    host.seeds();
    host.take({ first: 0, untilMs: 1_500, inputs: Int32Array.of(1_450, 1_600, 1_200) }, 1_500);
    receive(host.terms(STARTS_AT + 3_000), 3_000);
    receive(host.seeds(), 3_000);
    receive(host.state(5, STARTS_AT + 3_000, [900, 100, 100, 1_100, 200, 200]), 3_000);
    expect(host.seed).toBeNull();
    frame(3_000);
    host.round.advanceTo(3_000);
    expect(battle.phase).toBe('running');
    expect(battle.round?.hash).toBe(host.round.hash);
    expect(battle.opponents.roundAt(0, 2_500)?.inputCount).toBe(2);
    expect(battle.opponents.roundAt(5, 2_500)?.inputCount).toBe(2);
    expect(battle.opponents.roundAt(2, 2_500)).toBeNull();
  });

  test.each<[string, (host: Host) => Word]>([
    ['a reveal out of its order', (host) => host.reveal(2)],
    ['another commitment', () => new Host(0, [0]).terms(STARTS_AT)],
    [
      'other seeds',
      ({ sessionId }) => ({ message: { type: 'battle_seeds', sessionId, seeds: ['ab'.repeat(32), null] } }),
    ],
  ])('trusts a server no more that gives %s', (what, make) => {
    const { battle, host, begin, receive, frame } = createTable();
    begin();
    frame(500);
    const word = make(host);
    if (what === 'another commitment' && word.message?.type === 'battle_terms')
      word.message.commitment = '0'.repeat(64);
    receive(word, 500);
    expect(battle.phase).toBe('distrusted');
    expect(battle.fault).toMatch(/^ERR_(REVEAL|COMMITMENT|SEEDS)$/);
    receive(host.reveal(1), 500);
    frame(1_600);
    expect(battle.phase).toBe('distrusted');
  });

  test('is closed to a page that does not know its rules', () => {
    const { battle, host, receive } = createTable();
    const { message } = host.terms(STARTS_AT);
    if (message?.type === 'battle_terms') receive({ message: { ...message, rulesVersion: 99 } }, 0);
    expect([battle.phase, battle.fault]).toEqual(['refused', 'ERR_RULES']);
  });

  test('is closed to a page that does not know an upgrade of its terms', () => {
    const { battle, host, receive } = createTable();
    const { message } = host.terms(STARTS_AT);
    if (message?.type === 'battle_terms') receive({ message: { ...message, loadout: ['time-machine'] } }, 0);
    expect([battle.phase, battle.fault]).toEqual(['refused', 'ERR_RULES']);
  });

  test('passes over what is said of another battle', () => {
    const { battle, host, receive } = createTable();
    const { message } = host.terms(STARTS_AT);
    if (message?.type === 'battle_terms') receive({ message: { ...message, sessionId: 'another-one' } }, 0);
    expect(battle.phase).toBe('connecting');
  });
});
