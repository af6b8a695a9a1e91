import { createBot, type BotSkill } from '@popfray/engine/bot';
import { CALLS, type SoloSeat } from '@popfray/protocol';
import { required } from '../testing/required.fixture.ts';
import { run } from '../battles/battle.fixture.ts';
import { TestPlayer } from '../battles/test-player.fixture.ts';
import type { Battles } from '../battles/battle-connection.ts';
import { createBattles } from '../battles/battles.ts';
import { openTestLeases, type TestLeases } from '../battles/leases.fixture.ts';
import { createBus } from '../platform/bus/bus.ts';
import type { Context } from '../platform/context/context.ts';
import { createPresence } from '../platform/context/presence.ts';
import { createApp } from '../start/app.ts';
import { ask, signIn } from '../testing/client.fixture.ts';
import type { TestContext } from '../testing/context.fixture.ts';

/** A process of the server: its API and its battles. */
export interface SoloNode {
  readonly context: Context;
  readonly leases: TestLeases;
  readonly battles: Battles;
  readonly app: ReturnType<typeof createApp>;
}

/** Starts a process. Unless `isAlone` is false, all that were started before count as dead. */
export async function startNode(
  test: TestContext,
  settings: Partial<Context['settings']> = {},
  isAlone = true,
): Promise<SoloNode> {
  const leases = await openTestLeases(test.context, isAlone);
  const bus = createBus((error) => {
    throw error;
  });
  const context: Context = {
    ...test.context,
    bus,
    presence: createPresence(),
    leases,
    settings: { ...test.context.settings, rateFactor: Infinity, ...settings },
  };
  return { context, leases, battles: createBattles(context), app: createApp(context) };
}

/** Opens a round over the API, or joins the open one. */
export const open = async ({ context, app }: SoloNode, address: string): Promise<SoloSeat> =>
  (await ask(app, CALLS.openSoloRound, { token: await signIn(context, address) })).value;

/** A person who clicks two or three times a second, so that nothing holds the round. */
const PERSON: BotSkill = { reactionMs: 330, reactionSpreadMs: 300, aimErrorPx: 12, missPct: 8, choice: 2 };

/** Enters a round and gives a seed. Without `isPlaying` nothing is clicked. */
export async function enter(
  { context, battles }: SoloNode,
  { id, userId }: SoloSeat,
  isPlaying = true,
): Promise<TestPlayer> {
  const player = new TestPlayer(context, battles, id, userId);
  if (isPlaying) player.bot = createBot({ skill: PERSON, seed: userId });
  return (await player.connect()).giveSeed();
}

/** Advances the time on a node, while the players play. */
export const advance = async (
  test: TestContext,
  { context, battles }: SoloNode,
  players: readonly TestPlayer[],
  forMs: number,
): Promise<void> => run({ ...test, context }, battles, players, forMs);

export { required };
