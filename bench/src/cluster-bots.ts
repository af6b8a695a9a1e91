import { createBubble } from '@popfray/engine';
import { FRAME } from '@popfray/protocol/battle';
import { createBattleStore, type BattleStore } from '@popfray/react/battle';
import type { ClusterSeat } from '@popfray/server/testing/cluster-battles';

/** Between two clicks of a bot, ms. */
const CLICK_MS = 250;

/** A score frame that is received sooner than this after a kill may have been sent before it, ms: it was in a buffer. */
const BUFFERED_MS = 200;

/** Sockets of bots by the parameter of their URL, because a page's client creates a socket again and again. */
const noteFrames = new Map<string, (frame: ArrayBuffer) => void>();
let named = 0;

/** The sockets of the clients, which also pass their frames on. */
class NotedSocket extends WebSocket {
  constructor(address: string | URL) {
    const url = new URL(address);
    const note = noteFrames.get(url.searchParams.get('bot') ?? '');
    url.search = '';
    super(url);
    super.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (data instanceof ArrayBuffer) note?.(data);
    });
    super.addEventListener('error', () => undefined);
  }

  /** The client logs each error of a socket. Here they are expected. */
  override addEventListener(...args: Parameters<WebSocket['addEventListener']>): void {
    if (args[0] !== 'error') super.addEventListener(...args);
  }
}

/** A player of the cluster: the product's own client, which clicks at a bubble four times a second. */
export class ClusterBot {
  readonly seat: ClusterSeat;
  readonly #name = String(named++);
  readonly #store: BattleStore;
  readonly #clicks: ReturnType<typeof setInterval>;
  readonly #bubble = createBubble();
  /** When scores were received, ms of `performance.now()`, in order. */
  readonly #scoredAt: number[] = [];
  /** The errors that the page has shown. */
  readonly #errors = new Set<string>();

  /** Connects at once. */
  constructor(url: string, seat: ClusterSeat) {
    this.seat = seat;
    globalThis.WebSocket = NotedSocket;
    noteFrames.set(this.#name, (frame) => {
      if (new Uint8Array(frame)[0] === FRAME.scores) this.#scoredAt.push(performance.now());
    });
    this.#store = createBattleStore({ ...seat, socketUrl: `${url.replace('http', 'ws')}/ws?bot=${this.#name}` });
    this.#store.subscribe(({ phase, fault }) => {
      if (fault !== null || phase === 'replaced' || phase === 'refused' || phase === 'distrusted')
        this.#errors.add(`${phase} ${fault ?? ''}`);
    });
    this.#store.open();
    this.#clicks = setInterval(() => this.#click(), CLICK_MS);
  }

  /** Whether the round runs, as the page sees it. */
  get isRunning(): boolean {
    return this.#store.getState().phase === 'running';
  }

  get isOver(): boolean {
    const { phase, result } = this.#store.getState();
    return result !== null || (phase !== 'connecting' && phase !== 'countdown' && !this.isPlayed);
  }

  private get isPlayed(): boolean {
    const { phase } = this.#store.getState();
    return phase === 'running' || phase === 'settling';
  }

  /** Time of the round, ms. */
  get timeMs(): number {
    return this.#store.round?.timeMs ?? 0;
  }

  /** Clicks that the page took back. */
  get lostClicks(): number {
    return this.#store.getState().lostClicks;
  }

  /** The first time after another at which scores were received that were sent later; undefined when there is none yet. */
  scoredAfter(ms: number): number | undefined {
    return this.#scoredAt.find((atMs) => atMs >= ms + BUFFERED_MS);
  }

  /** What the player was shown that is wrong, in words: an error, no result, or a score that differs from the one on the page before. */
  findWrong(): string[] {
    const { phase, result, place } = this.#store.getState();
    const verdict = result?.results.find((one) => one.place === place);
    const shown = this.#store.round?.score;
    const wrong = [...this.#errors];
    if (phase !== 'over' || result === null) wrong.push(`it ended as ${phase} at ${this.timeMs} ms`);
    else if (result.outcome !== 'settled') wrong.push(`it ended as ${result.outcome}`);
    else if (verdict?.score !== shown) wrong.push(`the page showed ${shown}, and the result is ${verdict?.score}`);
    return wrong.map((what) => `${this.seat.sessionId} ${this.seat.userId}: ${what}`);
  }

  close(): void {
    clearInterval(this.#clicks);
    this.#store.close();
    noteFrames.delete(this.#name);
  }

  #click(): void {
    const { round } = this.#store;
    if (round === null || round.phase !== 'running') return;
    this.#store.frame(performance.now());
    for (let place = round.count - 1; place >= 0; place--) {
      const { xPx, yPx } = round.bubbleAt(place, this.#bubble);
      if (yPx < 0 || yPx > round.rules.field.heightPx) continue;
      this.#store.pop(xPx, yPx);
      return;
    }
  }
}
