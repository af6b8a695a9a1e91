import type { Round } from '@popfray/engine';
import {
  encodeClock,
  encodeInputs,
  makeHex,
  TELL_AFTER_MS,
  type BattlePlayer,
  type InputBatch,
} from '@popfray/protocol/battle';
import { CLOSE, type GameSocketSaid } from '@popfray/protocol/socket';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { DisplayClock } from '../display-clock.ts';
import { createEventHub } from '../event-hub.ts';
import type { PlayableStore } from '../field-store.ts';
import { SHOW_EVERY_MS } from '../round-store.ts';
import { connectToBattle, type BattleConnection, type ConnectionStatus } from './battle-connection.ts';
import { UNKNOWN, type BattleState } from './battle-state.ts';
import { rateQuality } from './clock-sync.ts';
import type { SeedStorage } from './kept-seed.ts';
import { LiveBattle } from './live-battle.ts';

/** What `createBattleStore` takes. */
export interface BattleStoreOptions {
  /** Address of the game server's socket: `wss://…/ws`. */
  readonly socketUrl: string;
  readonly sessionId: string;
  /** The player, and the secret that speaks for the player's seat. */
  readonly userId: string;
  readonly token: string;
  /** Chain of the player's platform. Default `tron`. */
  readonly blockchain?: BattlePlayer['blockchain'];
  /** Where the player's part of the randomness is kept over a reload: `sessionStorage`. Nowhere by default. */
  readonly storage?: SeedStorage;
}

/** A live battle as one player sees it: a zustand store of what its screen shows, and the player's own round as a field store. */
export interface BattleStore
  extends PlayableStore, Pick<StoreApi<BattleState>, 'getState' | 'getInitialState' | 'subscribe'> {
  /** Connects and enters; again after `close`, or to take back a seat that came in elsewhere. */
  open(): void;
  /** Disconnects. The seat stays, and what was scored counts. */
  close(): void;
  /** Gives the battle up: what was scored stands. */
  leave(): void;
  /**
   * Another player's round as it was some two seconds ago, by the clicks that the server has told of; null before the first second.
   * Ask for it whenever it is drawn.
   */
  opponentRound(place: number): Round | null;
}

/** Between two looks at the server's clock, ms; the first few come at every turn. */
const CLOCK_EVERY_MS = 2_000;
const FIRST_CLOCKS = 4;

/** Interval of the work that does not depend on frames, ms. */
const TICK_MS = 200;

/** Delay with which the other players are shown, ms: their clicks are broadcast when it is too late to copy them. */
const BEHIND_MS = TELL_AFTER_MS + 500;

/** A stall of the round is shown to its player after this long, ms. */
const STALL_SHOWN_MS = 150;

/** How long a connection over which clicks were lost counts as poor, ms. */
const LOST_SHOWN_MS = 10_000;

/** A connection counts as poor when clicks are not acknowledged for this long, ms: the server acknowledges five times a second. */
const UNACKNOWLEDGED_SHOWN_MS = 2_000;

/** Creates the store of one player's battle. It does nothing before `open`. */
export function createBattleStore(options: BattleStoreOptions): BattleStore {
  const { socketUrl, sessionId, userId, token, blockchain = 'tron' } = options;
  const hud = createStore<BattleState>(() => UNKNOWN);
  const hub = createEventHub();
  /** Counts the display time since the state last changed. */
  const sinceHudUpdate = new DisplayClock();
  let battle = begin();
  let socket: BattleConnection | null = null;
  let connection: BattleState['connection'] = 'connecting';
  let ticks: ReturnType<typeof setInterval> | undefined;
  let clocks = 0;
  let clockMs = Number.NEGATIVE_INFINITY;
  let frameMs = Number.NEGATIVE_INFINITY;
  /** Whether the state lacks something that was received. */
  let isStale = false;
  /** The name of this page for the server, and how often it has entered. */
  const page = makeHex(crypto.getRandomValues(new Uint8Array(16)));
  let entries = 0;

  function begin(): LiveBattle {
    return new LiveBattle(options, (seed) => send({ type: 'battle_seed', sessionId, seed }));
  }

  function send(message: GameSocketSaid): void {
    socket?.send({ ...message, blockchain, timestamp: Date.now() });
  }

  function handOver(batch: InputBatch): void {
    socket?.send(encodeInputs(batch));
  }

  /** Sends the clicks that wait for further ones. Nothing can be sent after this, because the page is unloaded or the battle left. */
  function flush(): void {
    if (socket?.isOpen === true) battle.flush(performance.now(), handOver);
  }

  function onStatus(status: ConnectionStatus, code: number): void {
    battle.loseStep();
    if (status === 'open') {
      clocks = 0;
      send({ type: 'init', client: 'popfray' });
    }
    if (code === CLOSE.malformed) battle.dropPath();
    if (code === CLOSE.replaced) battle.stop('replaced', null);
    if (code === CLOSE.origin) battle.stop('refused', 'ERR_ORIGIN');
    if (status !== 'ended') connection = status;
    show(performance.now(), true);
  }

  /** Advances to a time and then publishes what has changed. */
  function frame(nowMs: number): void {
    const lapseMs = nowMs - frameMs;
    if (lapseMs > 0 && lapseMs < Number.POSITIVE_INFINITY) sinceHudUpdate.advance(lapseMs);
    frameMs = Math.max(frameMs, nowMs);
    battle.advance(nowMs, socket?.isOpen === true ? handOver : null);
    if (battle.round !== null) hub.dispatch(battle.round);
    show(nowMs, false);
  }

  /** Changes the state, if something shown is new: at once for what cannot wait, and now and then for points. */
  function show(nowMs: number, isHeard: boolean): void {
    isStale ||= isHeard;
    const { round } = battle;
    const state = hud.getState();
    const secondsLeft = round === null ? state.secondsLeft : Math.ceil(round.timeLeftMs / 1_000);
    const secondsToStart = secondsUntil(-battle.timeMs(nowMs));
    const isStalled = battle.phase === 'running' && nowMs - battle.stalledMs >= STALL_SHOWN_MS;
    const isUrgent =
      battle.phase !== state.phase ||
      connection !== state.connection ||
      secondsLeft !== state.secondsLeft ||
      secondsToStart !== state.secondsToStart ||
      isStalled !== state.isStalled;
    const isNews =
      isStale ||
      (round !== null && (round.popped !== state.popped || round.combo !== state.combo || round.score !== state.score));
    if (!isUrgent && !(isNews && sinceHudUpdate.timeMs >= SHOW_EVERY_MS)) return;
    isStale = false;
    sinceHudUpdate.moveTo(0);
    hud.setState({ ...look(nowMs), secondsLeft, secondsToStart, isStalled });
  }

  function look(nowMs: number): Partial<BattleState> {
    const { phase, fault, round, terms, result, rematch, delivery } = battle;
    const opponents = battle.opponents.look();
    const verdict = result?.results.find(({ place }) => place === terms?.place);
    const score = verdict?.score ?? round?.score ?? 0;
    return {
      phase,
      fault,
      connection,
      commitment: battle.shared.commitment,
      score,
      combo: round?.combo ?? 0,
      level: round?.level ?? 1,
      popped: verdict?.popped ?? round?.popped ?? 0,
      lostClicks: delivery.lostClicks,
      quality: rateQuality(
        battle.clock,
        nowMs - delivery.lostMs < LOST_SHOWN_MS || nowMs - delivery.unacknowledgedMs > UNACKNOWLEDGED_SHOWN_MS,
      ),
      place: terms?.place ?? -1,
      position: verdict?.position ?? 1 + opponents.filter((other) => other.score > score).length,
      opponents,
      result,
      rematch,
    };
  }

  /** Does the work that does not depend on frames: connection, clock, and the round itself on a hidden page. */
  function tick(): void {
    const nowMs = performance.now();
    socket?.check(battle.isExpectingMessages);
    if (socket?.isOpen === true && (clocks < FIRST_CLOCKS || nowMs - clockMs >= CLOCK_EVERY_MS)) {
      clockMs = nowMs;
      clocks++;
      socket.send(encodeClock(nowMs));
    }
    if (nowMs - frameMs >= TICK_MS) frame(nowMs);
  }

  return {
    getState: hud.getState,
    getInitialState: hud.getInitialState,
    subscribe: hud.subscribe,
    listen: hub.listen,
    frame,
    get round() {
      return battle.round;
    },
    generation: 0,
    pause: () => false,
    open() {
      socket?.close();
      if (battle.phase === 'replaced') battle = begin();
      connection = 'connecting';
      socket = connectToBattle({
        url: socketUrl,
        onMessage(message) {
          if (message.type === 'ping') send({ type: 'pong' });
          if (message.type === 'game_action' && message.gameId === sessionId) hud.setState({ action: message });
          battle.handleMessage(message, performance.now());
          show(performance.now(), true);
        },
        onFrame(received) {
          battle.handleFrame(received, performance.now());
          isStale = true;
        },
        onStatus,
        onEnter(isDirect) {
          const entry = { page, number: ++entries };
          send({ type: 'battle_enter', sessionId, userId, token, entry, ...(isDirect && { direct: true }) });
          // The server may have failed before that was stored.
          if (battle.phase === 'left') send({ type: 'battle_leave', sessionId });
        },
      });
      clearInterval(ticks);
      ticks = setInterval(tick, TICK_MS);
      readWindow()?.addEventListener('pagehide', flush);
    },
    close() {
      clearInterval(ticks);
      readWindow()?.removeEventListener('pagehide', flush);
      flush();
      socket?.close();
      socket = null;
    },
    leave() {
      flush();
      send({ type: 'battle_leave', sessionId });
      battle.stop('left', null);
      show(performance.now(), true);
    },
    point(report) {
      battle.point(report);
    },
    pop(xPx, yPx) {
      battle.pop(xPx, yPx);
      if (battle.round !== null) hub.dispatch(battle.round);
    },
    opponentRound(place) {
      const timeMs = Math.floor(battle.timeMs(performance.now())) - BEHIND_MS;
      return battle.round === null || !(timeMs >= 0) ? null : battle.opponents.roundAt(place, timeMs);
    },
  };
}

/** Whole seconds, rounded up, until something that is some ms away; null while that is unknown. */
const secondsUntil = (ms: number): number | null => (Number.isNaN(ms) ? null : Math.max(0, Math.ceil(ms / 1_000)));

/** The window whose page can be left; undefined in Node. */
const readWindow = (): EventTarget | undefined => (typeof window === 'undefined' ? undefined : window);
