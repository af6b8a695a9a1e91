import { ok, type Result } from '@popfray/engine/result';
import type { FailureCode } from '@popfray/protocol';
import type { Context } from '../platform/context/context.ts';
import { decideRound, reviewsOf } from '../rounds/review.ts';
import { heldSharesAt } from '../settlement/held-share.ts';
import { decideShare } from '../settlement/share-decision.ts';
import type { SimulatedPlayer } from './simulated-player.ts';

/** Most decisions of one visit to the desk. */
const DECISIONS = 5;

/** What a server has confirmed of the decisions of an operator: the outcomes by the ids of shares and rounds. */
export type Decisions = Map<string, 'paid' | 'refused'>;

/** An operator decides about shares and rounds that are held, as far as they are known at this time. Those that a server confirms are added to `decisions`. */
export async function decideHeld(operator: SimulatedPlayer, decisions: Decisions): Promise<void> {
  const { random, address: by } = operator;
  const filter = { status: 'open', limit: DECISIONS } as const;
  const held = await operator.request('look', async ({ db }) =>
    ok({ shares: (await heldSharesAt(db, filter)).shares, rounds: (await reviewsOf(db, filter)).reviews }),
  );
  if (held === null) return;
  const decide = async (id: string, decideOne: DecideOne): Promise<void> => {
    const verdict = { outcome: random.pick(['paid', 'refused'] as const), reason: 'simulated', by };
    const decided = await operator.request('decide', async (context) => {
      const result = await decideOne(context, verdict);
      return result.ok ? ok(verdict.outcome) : result;
    });
    if (decided !== null) decisions.set(id, decided);
  };
  for (const { id } of held.shares)
    await decide(id, async (context, verdict) => decideShare(context, { id, ...verdict }));
  for (const { id } of held.rounds)
    await decide(id, async (context, verdict) => decideRound(context, { roundId: id, ...verdict }));
}

/** Makes a decision about one share or round. */
type DecideOne = (
  context: Context,
  verdict: { readonly outcome: 'paid' | 'refused'; readonly reason: string; readonly by: string },
) => Promise<Result<null, FailureCode>>;
