import { GRACE_MS, RESUME_WINDOW_MS } from '@popfray/protocol/battle';

/** How long before the end of the grace a click is given up that could not be handed over, ms: it still has a way to go. */
const GRACE_MARGIN_MS = 150;

/** What has become of the clicks that a player's page handed over. `nowMs` is the time of the page's monotonic clock. */
export class ClickDelivery {
  /** Number of clicks that the server did not take. */
  lostClicks = 0;
  /** When the last of them was lost, ms of the page's clock. */
  lostMs: number = Number.NEGATIVE_INFINITY;
  /** Since when clicks are not acknowledged, ms of the page's clock; Infinity while all are. */
  unacknowledgedMs: number = Number.POSITIVE_INFINITY;
  /** After an outage of the server: from which time of the round on late batches are accepted, and until when, ms of the page's clock. */
  #resumed = { acceptsFromMs: Number.POSITIVE_INFINITY, closesMs: Number.NEGATIVE_INFINITY };

  /** A batch was handed over. */
  send(nowMs: number): void {
    this.unacknowledgedMs = Math.min(this.unacknowledgedMs, nowMs);
  }

  /** The server has every click that was handed over, or there is no connection on which it could say so. */
  acknowledge(): void {
    this.unacknowledgedMs = Number.POSITIVE_INFINITY;
  }

  /** The server did not take this many clicks, which may be none. */
  lose(clicks: number, nowMs: number): void {
    if (clicks === 0) return;
    this.lostClicks += clicks;
    this.lostMs = nowMs;
  }

  /** The server is back after an outage: for a while it accepts clicks from `acceptsFromMs` of the round on. */
  resume(acceptsFromMs: number, nowMs: number): void {
    this.#resumed = { acceptsFromMs, closesMs: nowMs + RESUME_WINDOW_MS };
  }

  /** Older clicks than this would be refused, ms of the round, whose time is `timeMs`. */
  keptFromMs(timeMs: number, nowMs: number): number {
    const { acceptsFromMs, closesMs } = this.#resumed;
    const inTimeMs = timeMs - GRACE_MS + GRACE_MARGIN_MS;
    return nowMs < closesMs ? Math.min(inTimeMs, acceptsFromMs) : inTimeMs;
  }
}
