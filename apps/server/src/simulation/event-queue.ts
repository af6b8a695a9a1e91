/** Something that happens at a time of the simulation. */
export interface SimulatedEvent {
  /** Virtual epoch ms. */
  atMs: number;
  /** Decides between events of the same ms; the lower one comes first. */
  order: number;
  readonly what: string;
  readonly run: () => unknown;
  isCancelled: boolean;
}

/** Events in the order of their times: a binary heap. */
export class EventQueue<Event extends Pick<SimulatedEvent, 'atMs' | 'order'>> {
  readonly #heap: Event[] = [];

  get first(): Event | undefined {
    return this.#heap[0];
  }

  add(event: Event): void {
    const heap = this.#heap;
    let at = heap.length;
    heap.push(event);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent];
      if (above === undefined || !isBefore(event, above)) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = event;
  }

  takeFirst(): Event | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined || first === last) return first;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      const left = heap[child];
      if (left === undefined) break;
      const right = heap[child + 1];
      let lesser = left;
      if (right !== undefined && isBefore(right, left)) {
        child++;
        lesser = right;
      }
      if (!isBefore(lesser, last)) break;
      heap[at] = lesser;
      at = child;
    }
    heap[at] = last;
    return first;
  }
}

const isBefore = (a: Pick<SimulatedEvent, 'atMs' | 'order'>, b: Pick<SimulatedEvent, 'atMs' | 'order'>): boolean =>
  a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order);
