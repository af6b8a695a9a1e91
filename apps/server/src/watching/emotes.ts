import { emote as emoteSchema, type Emote, type ShownEmote } from '@popfray/protocol';
import type { Bus, DomainEvent } from '../platform/bus/index.ts';

/** How long an emote is shown to spectators, ms: longer than two requests of a page are apart. */
const SHOWN_MS = 6_000;

/** Most emotes of a battle that are shown at a time. */
const MAX_SHOWN = 12;

/** Least time between two emotes of spectators that a battle's players receive, ms, however many spectators there are. */
const SPECTATORS_EVERY_MS = 1_000;

/** The action of an emote: docs/battle-protocol.md, section 7. */
export const EMOTE_ACTION = 'emote';

type Action = Extract<DomainEvent, { readonly type: 'game-action' }>;

/** An emote with the user id of its sender, empty for a spectator, and when it arrived, epoch ms. */
interface Kept {
  readonly id: string;
  readonly emote: Emote;
  readonly playerId: string;
  readonly atMs: number;
}

/** The emotes of the last seconds in each battle, from all nodes. */
export class Emotes {
  readonly #kept = new Map<string, readonly Kept[]>();
  /** When the players of a battle received an emote of a spectator last, epoch ms. */
  readonly #passedAt = new Map<string, number>();
  readonly #now: () => number;

  constructor(bus: Bus, now: () => number) {
    this.#now = now;
    bus.subscribe((event) => {
      if (event.type === 'game-action' && event.action === EMOTE_ACTION) this.#keep(event);
    });
  }

  /** Whether an emote of a spectator may be passed on now. It counts if it may. */
  takeTurn(sessionId: string): boolean {
    const nowMs = this.#now();
    for (const [id, atMs] of this.#passedAt) if (nowMs - atMs >= SPECTATORS_EVERY_MS) this.#passedAt.delete(id);
    if (this.#passedAt.has(sessionId)) return false;
    this.#passedAt.set(sessionId, nowMs);
    return true;
  }

  /** The emotes that are shown now. `nameOf` names a player by the user id; null for a spectator. */
  list(sessionId: string, nameOf: (playerId: string) => string | null): ShownEmote[] {
    this.#forget();
    return (this.#kept.get(sessionId) ?? []).map(({ id, emote, playerId }) => ({
      id,
      emote,
      username: nameOf(playerId),
    }));
  }

  #keep({ gameId, playerId, fields }: Action): void {
    this.#forget();
    const emote = emoteSchema.safeParse(fields['emote']);
    const { id } = fields;
    // A player can send any fields with an action.
    if (!emote.success || typeof id !== 'string' || id.length > 40) return;
    const kept = [...(this.#kept.get(gameId) ?? []), { id, emote: emote.data, playerId, atMs: this.#now() }];
    this.#kept.set(gameId, kept.slice(-MAX_SHOWN));
  }

  #forget(): void {
    const nowMs = this.#now();
    for (const [sessionId, kept] of this.#kept) {
      const shown = kept.filter(({ atMs }) => nowMs - atMs < SHOWN_MS);
      if (shown.length === 0) this.#kept.delete(sessionId);
      else if (shown.length < kept.length) this.#kept.set(sessionId, shown);
    }
  }
}
