import { CALLS } from '@popfray/protocol';
import { afterAll, expect, it } from 'vitest';
import { createClock } from '../platform/clock/clock.ts';
import { advance, enter, open, startNode } from '../solo/solo.fixture.ts';
import { ask, signIn } from '../testing/client.fixture.ts';
import { createTestContext, START_MS, type TestContext } from '../testing/context.fixture.ts';
import { pay, settleAll } from '../testing/money.fixture.ts';

const DAY_MS = 86_400_000;
const TRX = 1_000_000;
/** From the opening of a round to its reward. */
const ROUND_MS = 67_000;

/** How far the machine's wall clock is from the right time, ms. */
let wrongByMs = 0;
/** The right time, which the chain has too. */
const trueMs = (): number => parts.test?.clock.nowMs ?? START_MS;
const parts: { test?: TestContext } = {};

const clock = createClock({ wall: () => trueMs() + wrongByMs, steady: trueMs, uptime: trueMs });
const test = await createTestContext({ changes: { now: clock.now } });
parts.test = test;
afterAll(async () => test.stop());

const node = await startNode(test);
const { context, app } = node;

it.each([DAY_MS, -DAY_MS])(
  'rounds, sign-ins and payments continue while the wall clock is %d ms away, and after it was corrected',
  async (byMs) => {
    const ann = await test.player(`ann ${byMs}`, 1_000 * TRX);
    const token = await signIn(context, ann.address);
    const leaps = clock.leaps();
    for (const [turn, leapMs] of [0, byMs, 0].entries()) {
      const player = await enter(node, await open(node, ann.address));
      wrongByMs = leapMs;
      await advance(test, node, [player], ROUND_MS);
      expect(player.over?.solo).toMatchObject({ status: 'credited' });
      const { id } = await pay(test, ann, ['golden-touch', 'rapid-fire', 'boss-buster'][turn] ?? '');
      await settleAll(test);
      expect((await ask(app, CALLS.getPayment, { token, params: { id } })).value).toMatchObject({ status: 'applied' });
      expect(clock.now()).toBe(test.clock.nowMs);
    }
    expect(clock.leaps()).toBe(leaps + 1);
  },
);
