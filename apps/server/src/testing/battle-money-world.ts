import { createHash } from 'node:crypto';
import { createTestContext, type TestContext, type TestWallet } from './context.fixture.ts';
import { createCrashableServer, type CrashableServer } from './crashable-server.fixture.ts';

/** People who play, and what each holds on the chain, sun. */
const PEOPLE = 48;
export const FUNDS_SUN = 1_000_000_000_000;

/** Everything that the test has created, for the final check. */
export interface BattleWorld {
  /** What the house held before anything was played, sun. */
  readonly houseSun: number;
  readonly test: TestContext;
  readonly crashable: CrashableServer;
  readonly people: readonly TestWallet[];
  /** A whole number below `most` that follows from the seed. */
  readonly draw: (most: number) => number;
  /** Whether something happens that does so in so many per cent of cases. */
  readonly chance: (percent: number) => boolean;
  /** One of what there is. Throws where there is nothing. */
  readonly pick: <Item>(items: readonly Item[]) => Item;
  /** Signed fees that their wallets send without the server, after the session no longer waits for them. */
  readonly late: string[];
}

/** Opens a world of people and a chain over a database file that is not there yet. */
export async function openBattleWorld(file: string, seed: string): Promise<BattleWorld> {
  const test = await createTestContext({ database: file });
  const people: TestWallet[] = [];
  for (let number = 0; number < PEOPLE; number++) people.push(await test.player(`person ${number}`));
  for (const { address } of people) test.devChain.chain.faucet(address, FUNDS_SUN);
  await test.mine();
  let drawn = 0;
  const draw = (most: number): number =>
    createHash('sha256').update(`${seed} ${drawn++}`).digest().readUInt32LE() % most;
  const crashable = await createCrashableServer(test, file);
  const house = await test.context.chain.balance(test.context.house.address);
  if (!house.ok) throw new Error(house.error.reason);
  return {
    houseSun: house.value,
    test,
    crashable,
    people,
    draw,
    chance: (percent) => draw(100) < percent,
    pick(items) {
      const item = items[draw(items.length)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
    late: [],
  };
}
