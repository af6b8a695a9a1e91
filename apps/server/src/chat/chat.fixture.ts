import { err, ok, type Result } from '@popfray/engine/result';
import { CALLS, type Call, type ChatMessage, type ChatSent, type FailureCode } from '@popfray/protocol';
import type { Hono } from 'hono';
import { createApp } from '../start/app.ts';
import { type CrossChainLink, type LinkQuestion, NO_LINK } from '../platform/context/cross-chain-link.ts';
import { joinForeign } from '../sessions/join.ts';
import { ask, signIn, type Reply } from '../testing/client.fixture.ts';
import { createTestContext, type TestContext, type TestWallet } from '../testing/context.fixture.ts';

/** A cross-chain server's far end: what it has taken, and how it answers. */
export interface FarEnd {
  readonly taken: LinkQuestion<Call>[];
  /** Why it takes nothing; null while it does; `silent` when it never answers. */
  trouble: FailureCode | 'silent' | null;
}

/** A session's chat with people in it. */
export interface ChatStage {
  readonly test: TestContext;
  readonly app: Hono;
  readonly far: FarEnd;
  /** The session's creator, a player with a seat, a player without one, and a player of the other chain with a seat. */
  readonly ann: TestWallet;
  readonly bob: TestWallet;
  readonly eve: TestWallet;
  readonly sol: string;
  readonly sessionId: string;
  /** A local game of Ann's. */
  readonly localId: string;
  /** What the bus was told of chat. */
  readonly published: ChatMessage[];
  say(who: TestWallet, body: object, sessionId?: string): Promise<Reply<typeof CALLS.postChat>>;
  history(sessionId?: string): Promise<readonly ChatMessage[]>;
}

const SOL = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin';

/** Sets a chat up, on a real context but for the far end of the link. Stop `test` at the end. */
export async function openChat(): Promise<ChatStage> {
  const far: FarEnd = { taken: [], trouble: null };
  const link: CrossChainLink = {
    ...NO_LINK,
    isReachable: () => far.trouble === null,
    call(_, question): Promise<Result<never, FailureCode>> {
      if (far.trouble === 'silent') return new Promise(() => undefined);
      if (far.trouble !== null) return Promise.resolve(err(far.trouble));
      far.taken.push(question);
      return Promise.resolve(ok({} as ChatSent as never));
    },
  };
  const test = await createTestContext({ changes: { crossChain: link } });
  const { context } = test;
  const app = createApp(context);
  const [ann, bob, eve] = [await test.player('ann'), await test.player('bob'), await test.player('eve')];
  const tokens = new Map(
    await Array.fromAsync([ann, bob, eve], async (wallet) => [wallet, await signIn(context, wallet.address)]),
  );
  const make = async (gameMode: 'cross-chain-battle' | 'classic'): Promise<string> => {
    const body = { sessionName: 'Friday', gameMode, maxPlayers: 4, entryFee: 0, timeLimit: 300 };
    return (await ask(app, CALLS.createSession, { token: tokens.get(ann), body })).value.session.id;
  };
  const sessionId = await make('cross-chain-battle');
  await ask(app, CALLS.joinSession, { token: tokens.get(bob), params: { id: sessionId } });
  const joined = await joinForeign(context, sessionId, { userId: SOL, username: 'Sol', chain: 'sol', address: SOL });
  if (!joined.ok) throw new Error(joined.error);
  const published: ChatMessage[] = [];
  context.bus.subscribe((event) => {
    if (event.type === 'chat') published.push(event.message);
  });
  return {
    test,
    app,
    far,
    ann,
    bob,
    eve,
    sol: SOL,
    sessionId,
    localId: await make('classic'),
    published,
    say: (who, body, id = sessionId) =>
      ask(app, CALLS.postChat, { token: tokens.get(who), params: { id }, body: { messageType: 'text', ...body } }),
    history: async (id = sessionId) => (await ask(app, CALLS.getChat, { params: { id } })).value,
  };
}
