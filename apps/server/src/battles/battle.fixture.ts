import type { TestContext } from '../testing/context.fixture.ts';
import { required } from '../testing/required.fixture.ts';
import type { Battles } from './battle-connection.ts';
import { startCountdown, type Countdown } from './countdown.fixture.ts';
import { TestPlayer, type Skill } from './test-player.fixture.ts';

/** A session whose players are connected. Ann has the first seat, Ben the second. */
export interface ConnectedSession {
  readonly sessionId: string;
  readonly players: readonly TestPlayer[];
  readonly ann: TestPlayer;
  readonly ben: TestPlayer;
}

/** Starts a countdown whose players are all connected to `battles`, with their seeds given. */
export async function connectPlayers(
  test: TestContext,
  battles: Battles,
  skills: readonly Skill[] = ['regular', 'novice'],
  countdown: Countdown = {},
): Promise<ConnectedSession> {
  const sessionId = await startCountdown(test, { players: skills.length, ...countdown });
  const players = await Array.fromAsync(skills, async (skill, place) => {
    const { address } = test.wallet(`player ${place}`);
    return (await new TestPlayer(test.context, battles, sessionId, address, skill).connect()).giveSeed();
  });
  return { sessionId, players, ann: required(players[0]), ben: required(players[1]) };
}

/** Lets time go by in steps of 10 ms: the battles have their turns, the players play. */
export async function run(
  { clock }: TestContext,
  battles: Battles,
  players: readonly TestPlayer[],
  forMs: number,
): Promise<void> {
  const until = clock.nowMs + forMs;
  while (clock.nowMs < until) {
    clock.nowMs += 10;
    await battles.turn(clock.nowMs);
    for (const player of players) player.play();
  }
}
