import { createApp } from '../start/app.ts';
import type { Context } from '../platform/context/context.ts';
import { signIn } from './client.fixture.ts';
import { addPlayer, createTestContext, type TestContext, type TestOptions } from './context.fixture.ts';

/** A test with the operator signed in, and without rate limits. */
export interface Desk extends TestContext {
  readonly app: ReturnType<typeof createApp>;
  /** The operator's address and cookie. */
  readonly house: string;
  readonly token: string;
}

/** Sets up a desk. Stop it at the end. */
export async function createDesk(options: TestOptions = {}): Promise<Desk> {
  const test = await createTestContext(options);
  const context: Context = { ...test.context, settings: { ...test.context.settings, rateFactor: Infinity } };
  const house = context.house.address;
  await addPlayer(context.db, house, test.clock.nowMs);
  return { ...test, context, app: createApp(context), house, token: await signIn(context, house) };
}
