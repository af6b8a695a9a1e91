import { RULES, type Round, type Rules } from '@popfray/engine';
import {
  encodeClock,
  encodeInputs,
  GRACE_MS,
  parseHex,
  type BattleOver,
  type BattleState as StandingMessage,
  type BattleTerms,
  type ServerFrame,
} from '@popfray/protocol/battle';
import { CLOSE, type GameSocketOut, type GameSocketSaid } from '@popfray/protocol/socket';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { DisplayClock } from '../display-clock.ts';
import { createEventHub } from '../event-hub.ts';
import type { FieldStore } from '../field-store.ts';
import { SHOW_EVERY_MS } from '../round-store.ts';
import { openBattleLine, type BattleLine, type LineStatus } from './battle-line.ts';
import { UNKNOWN, type BattleFault, type BattlePhase, type BattleState, type Opponent } from './battle-state.ts';
import { ClockSync, rateQuality } from './clock-sync.ts';
import { createClientSeed, keepSeed, readKeptSeed, type KeptSeed, type SeedStorage } from './kept-seed.ts';
import { OpponentRound } from './opponent-round.ts';
import { OwnRound } from './own-round.ts';
import { SharedEntropy } from './shared-entropy.ts';

/** What `createBattleStore` takes. */
export interface BattleStoreOptions {
  /** Address of the game server's socket: `wss://…/ws`. */
  readonly socketUrl: string;
  readonly sessionId: string;
  /** The player, and the secret that speaks for the player's seat. */
  readonly userId: string;
  readonly token: string;
  /** Chain of the player's platform. Default `tron`. */
  readonly blockchain?: 'tron' | 'sol';
  /** Where the player's part of the randomness is kept over a reload: `sessionStorage`. Nowhere by default. */
  readonly storage?: SeedStorage;
}

/** A live battle as one player sees it: a zustand store of what its screen shows, and the player's own round as a field store. */
export interface BattleStore
  extends FieldStore, Pick<StoreApi<BattleState>, 'getState' | 'getInitialState' | 'subscribe'> {
  /** Connects and enters. Again after `close`, or to take a seat back that came in elsewhere. */
  open(): void;
  /** Disconnects. The seat stays, and what was scored counts. */
  close(): void;
  /** Gives the battle up: what was scored stands. */
  leave(): void;
  /** A click at a point of the field, in px, judged at what the last frame showed. */
  pop(xPx: number, yPx: number): void;
  /** Another player's round, about half a second ago; null before the first second. The same object until the player's clicks say otherwise. */
  opponentRound(place: number): Round | null;
}

/** Between two looks at the clock, ms: the first few in quick succession. */
const CLOCK_EVERY_MS = 2_000;
const FIRST_CLOCKS = 4;

/** Between two turns of what must go on without frames, on a hidden page say, ms. */
const TURN_MS = 200;

/** The other players are shown as they were this long ago, ms: their clicks take up to a batch, a broadcast and two ways to arrive. */
const BEHIND_MS = 500;

/** A round waits this long before its player is told that it waits, ms. */
const STALL_SHOWN_MS = 150;

/** How long a connection that lost clicks counts as poor, ms. */
const LATE_SHOWN_MS = 10_000;

/** How long before the end of the grace a click is given up that could not be handed over, ms: it still has a way to go. */
const GRACE_MARGIN_MS = 150;

/** Phases in which the server's word still matters. */
const LIVE: ReadonlySet<BattlePhase> = new Set(['connecting', 'countdown', 'running', 'settling']);

/** Creates the store of one player's battle. It does nothing before `open`. */
export function createBattleStore(options: BattleStoreOptions): BattleStore {
  const { socketUrl, sessionId, userId, token, blockchain = 'tron', storage } = options;
  const hud = createStore<BattleState>(() => UNKNOWN);
  const hub = createEventHub();
  const clock = new ClockSync();
  /** Counts the display time since the state last changed. */
  const calm = new DisplayClock();
  const shared = new SharedEntropy(sessionId);
  const others = new Map<number, OpponentRound>();
  const standings = new Map<number, { score: number; combo: number }>();

  let line: BattleLine | null = null;
  let turns: ReturnType<typeof setInterval> | undefined;
  let terms: BattleTerms | null = null;
  let rules: Rules | null = null;
  let own: OwnRound | null = null;
  let kept: KeptSeed | null = readKeptSeed(storage, sessionId, userId);
  let isSeedTaken = false;
  /** Whether the server's word on the clicks so far has been heard on this connection: before it nothing is handed over. */
  let isInStep = false;
  let cuts = 0;
  let clocks = 0;
  let clockMs = Number.NEGATIVE_INFINITY;
  let frameMs = Number.NEGATIVE_INFINITY;
  let stalledMs = Number.POSITIVE_INFINITY;
  let lateMs = Number.NEGATIVE_INFINITY;
  let lostClicks = 0;

  const phase = (): BattlePhase => hud.getState().phase;
  const isPlayed = (): boolean => ['running', 'settling', 'over'].includes(phase());
  const say = (message: GameSocketSaid): void =>
    line?.say({ ...message, blockchain, timestamp: Date.now() } as GameSocketSaid);

  /** Time of the round by the server's clock, ms; below 0 before its start, NaN while unknown. */
  const roundMs = (nowMs: number): number => clock.read(nowMs) - (terms?.startsAt ?? Number.NaN);

  // What the server says.

  function hearMessage(message: GameSocketOut): void {
    switch (message.type) {
      case 'battle_terms':
        if (message.sessionId === sessionId) enterTerms(message);
        break;
      case 'battle_seeds':
        if (message.sessionId === sessionId) trust(shared.closeSeeds(message.seeds, ownSeed()));
        break;
      case 'battle_state':
        if (message.sessionId === sessionId) comeBack(message);
        break;
      case 'battle_over':
        if (message.sessionId === sessionId) end(message);
        break;
      case 'battle_refused':
        // A seed that came too late is no way out of the battle.
        if (message.code !== 'ERR_SEED' && message.code !== 'ERR_SEED_LATE') stop('refused', message.code);
        break;
      case 'rematch':
        if (message.sessionId === sessionId)
          hud.setState({ rematch: { sessionId: message.nextSessionId, playerName: message.playerName } });
        break;
      case 'ping':
        say({ type: 'pong' });
        break;
      default:
    }
  }

  function enterTerms(told: BattleTerms): void {
    if (!LIVE.has(phase())) return;
    const known = RULES.find(({ id, version }) => id === told.rulesId && version === told.rulesVersion);
    if (known === undefined) {
      stop('refused', 'ERR_RULES');
      return;
    }
    if (!trust(shared.commit(told.commitment))) return;
    if (kept !== null && kept.commitment !== told.commitment) {
      stop('distrusted', 'ERR_COMMITMENT');
      return;
    }
    const nowMs = performance.now();
    clock.hint(told.serverMs, nowMs);
    terms = told;
    rules = known;
    if (phase() === 'connecting') {
      isInStep = told.serverMs < told.startsAt;
      hud.setState({ phase: 'countdown', commitment: told.commitment, place: told.place });
    } else if (told.serverMs < told.startsAt) isInStep = true;
    giveSeed(told);
    show(nowMs, true);
  }

  /** The player's part of the randomness, once the server is bound to its own. */
  function giveSeed(told: BattleTerms): void {
    isSeedTaken = told.players.some(({ place, hasSeed }) => place === told.place && hasSeed);
    if (isSeedTaken || shared.hasSeeds || told.serverMs >= told.startsAt) return;
    if (kept === null) {
      kept = { seed: createClientSeed(), commitment: told.commitment };
      keepSeed(storage, sessionId, userId, kept);
    }
    say({ type: 'battle_seed', sessionId, seed: kept.seed });
  }

  const ownSeed = () => ({ place: terms?.place ?? -1, seed: kept?.seed ?? null, isTaken: isSeedTaken });

  function hearFrame(frame: ServerFrame): void {
    switch (frame.type) {
      case 'time':
        clock.note(frame.clientMs, frame.serverMs, performance.now());
        break;
      case 'reveal':
        trust(shared.reveal(frame.second, frame.reveal));
        break;
      case 'scores':
        for (const { place, score, combo, first, inputs } of frame.players) {
          if (place === terms?.place) continue;
          standings.set(place, { score, combo });
          opponent(place)?.take(first, inputs);
        }
        break;
      case 'refused':
        lose(own?.giveUp(frame.untilMs, frame.count) ?? 0);
        break;
    }
  }

  /** Takes up a battle that runs: what was revealed, and everybody's clicks as the server has them. */
  function comeBack(told: StandingMessage): void {
    if (!LIVE.has(phase())) return;
    for (const [second, reveal] of told.reveals.entries())
      if (!trust(shared.reveal(second, parseHex(reveal) ?? new Uint8Array(0)))) return;
    for (const [place, inputs] of told.inputs.entries())
      if (place !== terms?.place) opponent(place)?.replace(Int32Array.from(inputs));
    const played = play();
    const taken = Int32Array.from(told.inputs[terms?.place ?? -1] ?? []);
    const nowMs = performance.now();
    if (played !== null) lose(played.correct(taken, roundMs(nowMs) - GRACE_MS + GRACE_MARGIN_MS));
    isInStep = true;
    frame(nowMs);
  }

  function lose(clicks: number): void {
    if (clicks === 0) return;
    lostClicks += clicks;
    lateMs = performance.now();
  }

  function end(over: BattleOver): void {
    if (own?.round.phase === 'running' && phase() === 'running') {
      hub.tell(own.round);
    }
    const result = over.results.find(({ place }) => place === terms?.place);
    hud.setState({
      ...(LIVE.has(phase()) && { phase: 'over', isStalled: false, secondsLeft: 0 }),
      ...(result !== undefined && { score: result.score, popped: result.popped, position: result.position }),
      result: over,
    });
  }

  /** Whether the server is still to be believed. */
  function trust(distrust: BattleFault | null): boolean {
    if (distrust !== null) stop('distrusted', distrust);
    return distrust === null;
  }

  function stop(next: 'refused' | 'distrusted' | 'replaced', fault: BattleFault | null): void {
    if (LIVE.has(phase())) hud.setState({ phase: next, fault, isStalled: false });
  }

  function note(status: LineStatus, code: number): void {
    switch (status) {
      case 'open':
        clocks = 0;
        clockMs = Number.NEGATIVE_INFINITY;
        clock.forget();
        isInStep = false;
        say({ type: 'init', client: 'popfray' });
        say({ type: 'battle_enter', sessionId, userId, token });
        turn();
        break;
      case 'lost':
        isInStep = false;
        break;
      case 'ended':
        if (code === CLOSE.replaced) stop('replaced', null);
        if (code === CLOSE.origin) stop('refused', 'ERR_ORIGIN');
        break;
      case 'connecting':
        break;
    }
    if (status !== 'ended') hud.setState({ connection: status });
  }

  // What the player and the time do.

  /** The player's round, once its rules and its randomness are fixed. */
  function play(): OwnRound | null {
    if (own === null && rules !== null && shared.hasSeeds) {
      own = new OwnRound(rules, shared.entropy);
      cuts++;
    }
    return own;
  }

  /** Another player's round, likewise. */
  function opponent(place: number): OpponentRound | null {
    if (rules === null || !shared.hasSeeds || terms?.players[place] === undefined) return null;
    const round = others.get(place) ?? new OpponentRound(rules, shared.entropy);
    others.set(place, round);
    return round;
  }

  function frame(nowMs: number): void {
    const lapseMs = nowMs - frameMs;
    calm.goOn(lapseMs > 0 && Number.isFinite(lapseMs) ? lapseMs : 0);
    frameMs = Math.max(frameMs, nowMs);
    const atMs = Math.floor(roundMs(nowMs));
    if (phase() === 'countdown' && atMs >= 0) hud.setState({ phase: 'running', secondsToStart: 0 });
    if (phase() === 'running') advance(atMs, nowMs);
    show(nowMs, false);
  }

  /** Hands over what is due, then lets the round's time go on. */
  function advance(atMs: number, nowMs: number): void {
    const played = play();
    const targetMs = Math.max(atMs, played?.round.timeMs ?? 0);
    if (played !== null) {
      handOver(played, targetMs);
      played.round.advanceTo(targetMs);
      hub.tell(played.round);
    }
    if (played !== null && !played.round.isStalled) stalledMs = Number.POSITIVE_INFINITY;
    else if (stalledMs === Number.POSITIVE_INFINITY) stalledMs = nowMs;
    if (played?.round.phase === 'over') hud.setState({ phase: 'settling' });
  }

  function handOver(played: OwnRound, nextMs: number): void {
    if (line?.isOpen !== true || !isInStep) return;
    for (let batch = played.takeBatch(nextMs); batch !== null; batch = played.takeBatch(nextMs))
      line.say(encodeInputs(batch));
  }

  /** Shows what is new, if it is due. */
  function show(nowMs: number, isDue: boolean): void {
    const state = hud.getState();
    const shown = look(nowMs, state);
    const isUrgent =
      isDue ||
      shown.secondsLeft !== state.secondsLeft ||
      shown.secondsToStart !== state.secondsToStart ||
      shown.isStalled !== state.isStalled ||
      calm.timeMs >= SHOW_EVERY_MS;
    if (!isUrgent) return;
    const isNew = Object.entries(shown).some(([key, value]) => state[key as keyof BattleState] !== value);
    if (!isNew) return;
    calm.moveTo(0);
    hud.setState(shown);
  }

  function look(nowMs: number, state: BattleState): Partial<BattleState> {
    const atMs = roundMs(nowMs);
    const round = own?.round;
    const isOver = state.phase === 'over';
    const opponents = lookAround(state.opponents);
    const score = isOver || round === undefined ? state.score : round.score;
    return {
      secondsToStart: Number.isNaN(atMs) ? null : Math.max(0, Math.ceil(-atMs / 1_000)),
      ...(!isOver &&
        round !== undefined &&
        isPlayed() && {
          score,
          combo: round.combo,
          level: round.level,
          popped: round.popped,
          secondsLeft: Math.ceil(round.timeLeftMs / 1_000),
        }),
      ...(!isOver && { position: 1 + opponents.filter((other) => other.score > score).length }),
      isStalled: state.phase === 'running' && nowMs - stalledMs >= STALL_SHOWN_MS,
      lostClicks,
      quality: rateQuality(clock, nowMs - lateMs < LATE_SHOWN_MS),
      opponents,
    };
  }

  /** The other players; the same array while nothing about them is new. */
  function lookAround(before: readonly Opponent[]): readonly Opponent[] {
    const now = (terms?.players ?? [])
      .filter(({ place }) => place !== terms?.place)
      .map(({ hasSeed: _, ...player }, at): Opponent => {
        const was = before[at];
        const { score, combo } = standings.get(player.place) ?? { score: 0, combo: 0 };
        const isSame =
          was !== undefined &&
          was.place === player.place &&
          was.username === player.username &&
          was.isConnected === player.isConnected &&
          was.score === score &&
          was.combo === combo;
        return isSame ? was : { ...player, score, combo };
      });
    const isSame = now.length === before.length && now.every((other, at) => other === before[at]);
    return isSame ? before : now;
  }

  /** What goes on without frames: the clock, the line, and the round itself on a hidden page. */
  function turn(): void {
    const nowMs = performance.now();
    line?.check();
    if (line?.isOpen === true && nowMs - clockMs >= (clocks < FIRST_CLOCKS ? TURN_MS / 2 : CLOCK_EVERY_MS)) {
      clockMs = nowMs;
      clocks++;
      line.say(encodeClock(nowMs));
    }
    if (nowMs - frameMs >= TURN_MS) frame(nowMs);
  }

  return {
    getState: hud.getState,
    getInitialState: hud.getInitialState,
    subscribe: hud.subscribe,
    listen: hub.listen,
    frame,
    get round() {
      return own !== null && isPlayed() ? own.round : null;
    },
    get cuts() {
      return cuts;
    },
    pause: () => false,
    open() {
      line?.close();
      if (phase() === 'replaced') hud.setState({ phase: 'connecting' });
      hud.setState({ connection: 'connecting' });
      line = openBattleLine({ url: socketUrl, hearMessage, hearFrame, note });
      clearInterval(turns);
      turns = setInterval(turn, TURN_MS);
    },
    close() {
      clearInterval(turns);
      line?.close();
      line = null;
    },
    leave() {
      say({ type: 'battle_leave', sessionId });
      if (LIVE.has(phase())) hud.setState({ phase: 'left' });
    },
    pop(xPx, yPx) {
      if (own === null || phase() !== 'running' || own.round.isStalled) return;
      own.pop(xPx, yPx);
      hub.tell(own.round);
    },
    opponentRound(place) {
      const atMs = Math.floor(roundMs(performance.now())) - BEHIND_MS;
      if (Number.isNaN(atMs) || atMs < 0 || !isPlayed()) return null;
      return opponent(place)?.at(atMs) ?? null;
    },
  };
}
