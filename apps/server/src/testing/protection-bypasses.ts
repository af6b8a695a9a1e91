import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { signIn } from './client.fixture.ts';
import { createTestContext, type TestContext } from './context.fixture.ts';
import { credit } from './money.fixture.ts';
import { ACTIONS } from './paid-actions.ts';
import { LIMITS, type PaidLimit } from './paid-limits.ts';
import { nextNumber, PRICE_TRX, TRX, type Outcome, type PaidAction, type Scene } from './paid-scene.ts';

/**
 * Tries every paid action against every limit, in two tabs at the same time, over the API of a server with a real ledger and a dev chain. An attempt
 * that a limit must refuse and that goes through is a bypass.
 */

/** One combination of an action and a limit, and what came of it. */
interface Cell {
  readonly action: string;
  readonly limit: string;
  readonly outcomes: readonly Outcome[];
  /** Attempts that went through and were not allowed. */
  readonly bypasses: number;
  /** Attempts that were refused and were allowed. */
  readonly overblocked: number;
}

/** Tries every combination. `onCell` is called with each. */
export async function tryBypasses(onCell: (cell: Cell) => void = () => undefined): Promise<readonly Cell[]> {
  const test = await createTestContext();
  const cells: Cell[] = [];
  try {
    for (const [limitName, limit] of Object.entries(LIMITS))
      for (const [actionName, action] of Object.entries(ACTIONS)) {
        if (!limit.kinds.includes(action.kind)) continue;
        const outcomes = await tryCell(test, action, limit);
        const passed = outcomes.filter((outcome) => outcome === null).length;
        const cell = {
          action: actionName,
          limit: limitName,
          outcomes,
          bypasses: Math.max(0, passed - limit.allowed),
          overblocked: Math.max(0, limit.allowed - passed),
        };
        cells.push(cell);
        onCell(cell);
      }
    return cells;
  } finally {
    await test.stop();
  }
}

/** Lets two tabs of a new player try an action under a limit at the same time. */
async function tryCell(test: TestContext, action: PaidAction, { settings, arm }: PaidLimit): Promise<Cell['outcomes']> {
  const player = await test.player(`player ${nextNumber()}`, 10 * PRICE_TRX * TRX);
  await credit(test, player, 10 * PRICE_TRX * TRX);
  // The time advances with each reading: two transactions of the same time and amount would be the same one.
  const now = (): number => test.clock.nowMs + nextNumber();
  const changed = { ...test.context.settings, rateFactor: Infinity, ...settings };
  const unlimited = { ...test, context: { ...test.context, now, settings: { ...changed, ...UNLIMITED } } };
  const context = { ...test.context, now, settings: changed };
  const token = await signIn(test.context, player.address);
  const scene: Scene = { test: unlimited, context, player, token, bothBegun: createBarrier() };
  const attempts = await action.prepare(scene);
  await arm?.(scene);
  return Promise.all(attempts.map(async (attempt) => attempt()));
}

/** A barrier for two tabs. A tab that was refused never comes, so the other one waits for a moment only. */
function createBarrier(): () => Promise<void> {
  let begun = 0;
  return async () => {
    begun += 1;
    for (let turn = 0; turn < MOST_TURNS && begun < 2; turn++) await yieldToEventLoop();
  };
}

/** Turns of the event loop for which a tab waits for the other one: many times what a request takes. */
const MOST_TURNS = 2_000;

/** Settings of the operator under which the world is prepared. */
const UNLIMITED = { isPaidPlayOn: true, refusedCountries: [] } as const;
