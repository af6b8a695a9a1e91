import { readSpectatorView, type SpectatorView } from '../battles/index.ts';
import type { Context } from '../platform/context/index.ts';

/** How long what was read of a battle is shown, ms: so a node reads each watched battle once a second, however many spectators it has. */
const FRESH_MS = 1_000;

interface Read {
  readonly atMs: number;
  readonly view: Promise<SpectatorView | undefined>;
}

/** What spectators see of each battle, read from the database at most once a second. */
export class SpectatorViews {
  readonly #context: Pick<Context, 'db' | 'now'>;
  readonly #reads = new Map<string, Read>();

  constructor(context: Pick<Context, 'db' | 'now'>) {
    this.#context = context;
  }

  async of(sessionId: string): Promise<SpectatorView | undefined> {
    const nowMs = this.#context.now();
    for (const [id, { atMs }] of this.#reads) if (nowMs - atMs >= FRESH_MS) this.#reads.delete(id);
    const known = this.#reads.get(sessionId);
    if (known !== undefined) return known.view;
    const view = readSpectatorView(this.#context, sessionId);
    this.#reads.set(sessionId, { atMs: nowMs, view });
    // A failed read is not shown to the next one.
    view.catch(() => this.#reads.delete(sessionId));
    return view;
  }
}
