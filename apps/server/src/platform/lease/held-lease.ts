import type { Lease } from './lease.ts';

/** A lease of this node. */
export class HeldLease implements Lease {
  readonly name: string;
  readonly epoch: number;
  readonly #isCertain: () => boolean;
  /** Whether the lease has ended for this node, because of this node or of another one. */
  isOver = false;

  constructor(name: string, epoch: number, isCertain: () => boolean) {
    this.name = name;
    this.epoch = epoch;
    this.#isCertain = isCertain;
  }

  get isHeld(): boolean {
    return !this.isOver && this.#isCertain();
  }
}
