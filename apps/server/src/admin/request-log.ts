import type { AdminSystem } from '@popfray/protocol/admin';

/** The newest requests that figures are of. */
const KEPT = 1_000;

/** A request that was answered. */
interface Answered {
  readonly status: number;
  readonly ms: number;
  /** When, epoch ms. */
  readonly at: number;
}

/** What the newest requests were like. */
export type RequestFigures = Pick<
  AdminSystem,
  'errorRate' | 'responseTime' | 'responseTime95' | 'responseTime99' | 'requests' | 'since'
>;

/** The newest requests that an app has answered, in a ring: the oldest makes room. */
export class RequestLog {
  readonly #statuses = new Uint16Array(KEPT);
  readonly #times = new Float64Array(KEPT);
  readonly #answeredAt = new Float64Array(KEPT);
  #count = 0;

  /** Notes a request. */
  add({ status, ms, at }: Answered): void {
    const place = this.#count++ % KEPT;
    this.#statuses[place] = status;
    this.#times[place] = ms;
    this.#answeredAt[place] = at;
  }

  /** Shares in per cent and times in ms, to two decimals. */
  figures(): RequestFigures {
    const requests = Math.min(this.#count, KEPT);
    const errors = this.#statuses.subarray(0, requests).filter((status) => status >= 500).length;
    const times = this.#times.subarray(0, requests).toSorted();
    const within = (share: number): number => round(times[Math.min(requests - 1, Math.floor(requests * share))] ?? 0);
    const oldest = this.#answeredAt[this.#count > KEPT ? this.#count % KEPT : 0];
    return {
      errorRate: requests === 0 ? 0 : round((100 * errors) / requests),
      responseTime: within(0.5),
      responseTime95: within(0.95),
      responseTime99: within(0.99),
      requests,
      since: requests === 0 || oldest === undefined ? null : Math.floor(oldest),
    };
  }
}

const round = (value: number): number => Math.round(value * 100) / 100;
