import {
  CALLS,
  CHAT_BURST,
  CHAT_HISTORY,
  CHAT_WINDOW_MS,
  MAX_CHAT_TEXT,
  SAME_TEXT_MS,
  type ChatMessage,
} from '@popfray/protocol';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { execute, fetchRows, fetchValue } from '../platform/database/raw-query.fixture.ts';
import { ask, dumpAll, signIn } from '../testing/client.fixture.ts';
import { openChat } from './chat.fixture.ts';
import { forgetChat } from './forget.ts';
import { forwardChat } from './forward.ts';
import { receiveChat } from './receive.ts';

const stage = await openChat();
const { test, app, far, ann, bob, eve, sol, sessionId, localId, published, say, history } = stage;
const { context, clock } = test;
const { db } = context;
afterAll(async () => test.stop());

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Past every window: nothing before counts any more. */
const later = (): void => void (clock.nowMs += CHAT_WINDOW_MS + SAME_TEXT_MS);

beforeEach(async () => {
  later();
  far.trouble = null;
  far.taken.length = 0;
  published.length = 0;
  await execute(db, 'DELETE FROM chat_reports');
  await execute(db, 'DELETE FROM chat_messages');
});

/** A message as the cross-chain server hands one over. */
const foreign = (changes: Partial<ChatMessage> = {}): ChatMessage => ({
  id: 'far-message-1',
  sessionId,
  userId: sol,
  username: 'Another Name',
  walletAddress: 'elsewhere',
  blockchain: 'sol',
  message: 'hola',
  messageType: 'text',
  createdAt: clock.nowMs - 1_000,
  source: 'cross-chain',
  ...changes,
});

describe('a chat', () => {
  it('begins with a welcome, and nothing is stored for it', async () => {
    const [welcome, ...rest] = await history();
    expect(rest).toEqual([]);
    expect(welcome).toMatchObject({ messageType: 'system', sessionId, id: `welcome-${sessionId}`, source: 'local' });
    expect(await fetchValue(db, 'SELECT count(*) FROM chat_messages')).toBe(0);
  });

  it('has what was said in the order in which it was said, even within a millisecond', async () => {
    const said = ['one', 'two', 'three', 'four'];
    for (const [at, message] of said.entries()) await say(at % 2 === 0 ? ann : bob, { message });
    const messages = (await history()).slice(1);
    expect(messages.map(({ message }) => message)).toEqual(said);
    expect(published).toEqual(messages);
    expect(messages.map(({ createdAt }) => createdAt)).toEqual([0, 1, 2, 3].map((at) => clock.nowMs + at));
  });

  it('shows the author of the sign-in, not the one that the page sends', async () => {
    const told = { userId: 42, username: 'The House', blockchain: 'sol' };
    const sent = await say(bob, { message: 'hi', walletAddress: bob.address, ...told });
    expect(sent.value.message).toMatchObject({
      userId: bob.address,
      walletAddress: bob.address,
      username: `TRON_${bob.address.slice(0, 6)}`,
      blockchain: 'tron',
      messageType: 'text',
    });
    expect((await say(bob, { message: 'hi all', walletAddress: ann.address })).code).toBe('ERR_ADDRESS_OTHER');
  });

  it('shows its newest hundred', async () => {
    for (let count = 0; count < CHAT_HISTORY + 5; count++) {
      clock.nowMs += CHAT_WINDOW_MS;
      expect(await receiveChat(context, foreign({ id: `far-${count}`, message: `m${count}` }))).toBe(true);
    }
    const messages = await history();
    expect(messages).toHaveLength(CHAT_HISTORY);
    expect(messages[0]?.message).toBe('m5');
    expect(messages.at(-1)?.message).toBe(`m${CHAT_HISTORY + 4}`);
  });

  it('is read by anybody, and there is none of an unknown session', async () => {
    expect((await ask(app, CALLS.getChat, { params: { id: sessionId } })).status).toBe(200);
    expect((await ask(app, CALLS.getChat, { params: { id: 'none' } })).code).toBe('ERR_SESSION_UNKNOWN');
  });
});

describe('a message', () => {
  it.each([
    ['a script', '<script>alert(1)</script><img src=x onerror=alert(1)>'],
    ['a statement', "'); DROP TABLE chat_messages; --"],
    ['a link', 'https://example.org/?a=1&b=2'],
    ['emoji of several parts', '👩‍👩‍👧‍👦 🏴‍☠️ 👍🏽 ❤️'],
    ['right-to-left words', 'مرحبا بالجميع، שלום'],
    ['Chinese', '准备好了吗？'],
    ['two lines', 'one\ntwo'],
    ['the longest text', 'x'.repeat(MAX_CHAT_TEXT)],
  ])('may be %s, and is just text', async (_, message) => {
    expect((await say(ann, { message })).value.message.message).toBe(message);
    expect((await history()).at(-1)?.message).toBe(message);
  });

  it.each([
    ['spaces around it', '  hi \n', 'hi'],
    ['lines of Windows', 'a\r\nb\rc', 'a\nb\nc'],
    ['empty lines that have spaces', 'a\n \n  \n\u3000\nb', 'a\n\nb'],
    ['a hundred empty lines', `a${'\n'.repeat(100)}b`, 'a\n\nb'],
    ['control characters', 'a\u0000b\u0007c\u001b[31md\tf', 'abc[31md f'],
    ['marks that turn the text', 'pay \u202eXRT 0001\u202c \u2066me\u2069', 'pay XRT 0001 me'],
    ['halves of a character', 'a\ud83db\ude00c', 'abc'],
    ['marks piled up', `Z${'\u0301'.repeat(200)}algo`, 'Z\u0301\u0301\u0301\u0301algo'.normalize('NFC')],
  ])('loses %s', async (_, message, kept) => {
    const sent = (await say(ann, { message })).value.message.message;
    if (_ === 'marks piled up') expect(sent.length).toBeLessThan(12);
    else expect(sent).toBe(kept);
  });

  it.each([
    ['nothing', '', 'ERR_CHAT_EMPTY'],
    ['spaces', '   \n\t ', 'ERR_CHAT_EMPTY'],
    ['what cannot be seen', '\u200b\u2800\u00ad\u0000', 'ERR_CHAT_EMPTY'],
    ['one character too many', 'x'.repeat(MAX_CHAT_TEXT + 1), 'ERR_CHAT_LONG'],
    ['10,000 characters', 'あ'.repeat(10_000), 'ERR_CHAT_LONG'],
    ['more than the call takes', 'x'.repeat(20_001), 'ERR_BODY'],
  ])('is not %s', async (_, message, code) => {
    const before = await dumpAll(db);
    expect((await say(ann, { message })).code).toBe(code);
    expect(await dumpAll(db)).toEqual(before);
    expect(published).toEqual([]);
  });

  it('accepts players with a seat and the creator, and refuses all others', async () => {
    expect((await say(eve, { message: 'hi' })).code).toBe('ERR_SEAT_UNKNOWN');
    expect((await ask(app, CALLS.postChat, { params: { id: sessionId }, body: { message: 'hi' } })).code).toBe(
      'ERR_SIGNED_OUT',
    );
    expect((await say(ann, { message: 'hi' }, 'none')).code).toBe('ERR_SESSION_UNKNOWN');
    expect(published).toEqual([]);
  });

  it('is stored once, however often it is sent', async () => {
    const id = 'made-by-the-page';
    const [first, again, other] = [
      await say(ann, { id, message: 'hi' }),
      await say(ann, { id, message: 'hi' }),
      await say(ann, { id, message: 'something else' }),
    ];
    expect(again.value.message).toEqual(first.value.message);
    expect(other.value.message).toEqual(first.value.message);
    expect(published).toHaveLength(1);
    expect(far.taken).toHaveLength(1);
  });

  it('takes no other player’s id', async () => {
    const mine = (await say(ann, { id: 'somebodys-id', message: 'mine' })).value.message;
    const theirs = (await say(bob, { id: 'somebodys-id', message: 'theirs' })).value.message;
    expect(theirs.id).not.toBe(mine.id);
    expect((await history()).slice(1).map(({ message }) => message)).toEqual(['mine', 'theirs']);
  });

  it('that is sent twice at once is one message', async () => {
    const send = async (body: object) => say(ann, body);
    await Promise.all([send({ id: 'page-made-id', message: 'hi' }), send({ id: 'page-made-id', message: 'hi' })]);
    await Promise.all([send({ message: 'hello' }), send({ message: 'hello' })]);
    const messages = (await history()).slice(1);
    expect(messages.map(({ message }) => message)).toEqual(['hi', 'hello']);
    expect(published).toEqual(messages);
  });

  it('is not said twice within 5 seconds by one player, but by two, and later', async () => {
    const first = await say(ann, { message: 'go' });
    expect((await say(ann, { message: ' go ' })).value.message).toEqual(first.value.message);
    expect((await say(bob, { message: 'go' })).value.message.id).not.toBe(first.value.message.id);
    clock.nowMs += SAME_TEXT_MS;
    expect((await say(ann, { message: 'go' })).value.message.id).not.toBe(first.value.message.id);
  });

  it('comes at most so often', async () => {
    for (let count = 0; count < CHAT_BURST; count++)
      expect((await say(ann, { message: `m${count}` })).status).toBe(200);
    expect(await say(ann, { message: 'more' })).toMatchObject({ status: 429, code: 'ERR_CHAT_FLOOD' });
    // In another session it is the same player.
    expect((await say(ann, { message: 'more' }, localId)).code).toBe('ERR_CHAT_FLOOD');
    expect((await say(bob, { message: 'calm' })).status).toBe(200);
    clock.nowMs += CHAT_WINDOW_MS;
    expect((await say(ann, { message: 'more' })).status).toBe(200);
  });
});

describe('a message across the chains', () => {
  const waiting = async (): Promise<unknown[]> =>
    fetchRows(db, 'SELECT forward_at FROM chat_messages WHERE forward_at IS NOT NULL');

  it('is handed over with its id and its writer', async () => {
    const { message, delivery } = (await say(ann, { id: 'across-1', message: 'hello' })).value;
    expect(delivery).toBe('cross-chain');
    expect(far.taken).toEqual([
      {
        params: { id: sessionId },
        body: {
          id: 'across-1',
          userId: ann.address,
          username: message.username,
          walletAddress: ann.address,
          blockchain: 'tron',
          message: 'hello',
        },
      },
    ]);
    expect(await waiting()).toEqual([]);
  });

  it('stays local while the other server is away, and handed over when it is back, once and in order', async () => {
    far.trouble = 'ERR_HOST_AWAY';
    for (const message of ['one', 'two']) expect((await say(ann, { message })).value.delivery).toBe('local');
    await forwardChat(context);
    clock.nowMs += MINUTE_MS;
    await forwardChat(context);
    far.trouble = null;
    await forwardChat(context);
    expect(far.taken).toEqual([]);
    clock.nowMs += MINUTE_MS;
    await forwardChat(context);
    await forwardChat(context);
    expect(far.taken.map(({ body }) => (body as { message: string }).message)).toEqual(['one', 'two']);
    expect(await waiting()).toEqual([]);
  });

  it.each(['ERR_SESSION_UNKNOWN', 'ERR_SEAT_UNKNOWN', 'ERR_RATE'] as const)(
    'is tried again after %s: the other server may not know us yet',
    async (code) => {
      far.trouble = code;
      expect((await say(ann, { message: 'hello' })).value.delivery).toBe('local');
      expect(await waiting()).toHaveLength(1);
    },
  );

  it('is given up when it will never be taken, or is too old to matter', async () => {
    far.trouble = 'ERR_CHAT_LONG';
    await say(ann, { message: 'hello' });
    expect(await waiting()).toEqual([]);
    far.trouble = 'ERR_HOST_AWAY';
    await say(bob, { message: 'hello' });
    clock.nowMs += 31 * MINUTE_MS;
    await forwardChat(context);
    expect(await waiting()).toEqual([]);
  });

  it('answers the author in time, even when that server never answers', async () => {
    far.trouble = 'silent';
    const startMs = performance.now();
    expect((await say(ann, { message: 'hello' })).value.delivery).toBe('local');
    expect(performance.now() - startMs).toBeLessThan(10_000);
    expect(await waiting()).toHaveLength(1);
    expect(published).toHaveLength(1);
  });

  it('what is said in a local game stays here', async () => {
    expect((await say(ann, { message: 'hello' }, localId)).value.delivery).toBe('local');
    expect(far.taken).toEqual([]);
    expect(await waiting()).toEqual([]);
  });

  it('a message from there appears under the name of the seat, once', async () => {
    expect(await receiveChat(context, foreign())).toBe(true);
    expect(await receiveChat(context, foreign())).toBe(false);
    expect(await receiveChat(context, foreign({ id: 'far-message-2' }))).toBe(false);
    expect(published).toEqual([
      expect.objectContaining({
        username: 'Sol',
        walletAddress: sol,
        blockchain: 'sol',
        source: 'cross-chain',
        message: 'hola',
      }),
    ]);
    await forwardChat(context);
    expect(far.taken).toEqual([]);
  });

  it.each<readonly [string, Partial<ChatMessage>]>([
    ['of a player without a seat', { userId: 'stranger' }],
    ['of a player of ours', { userId: ann.address, blockchain: 'tron' }],
    ['of an unknown session', { sessionId: 'none' }],
    ['of the system', { messageType: 'system' }],
    ['without text', { message: ' \u200b ' }],
    ['too long', { message: 'x'.repeat(MAX_CHAT_TEXT + 1) }],
  ])('a message from there is dropped: one %s', async (_, changes) => {
    expect(await receiveChat(context, foreign(changes))).toBe(false);
    expect(published).toEqual([]);
  });

  it('a flood from there is cut short', async () => {
    const flood = Array.from({ length: 20 }, async (_, at) =>
      receiveChat(context, foreign({ id: `f${at}`, message: `m${at}` })),
    );
    const taken = await Promise.all(flood);
    expect(taken.filter(Boolean)).toHaveLength(CHAT_BURST);
  });
});

describe('a report', () => {
  const report = async (who: typeof ann, body: object): Promise<ReturnType<typeof ask>> =>
    ask(app, CALLS.reportChat, { token: await signIn(context, who.address), body: { sessionId, ...body } });

  it('reaches the operator, once a player', async () => {
    const { id } = (await say(ann, { message: 'rude' })).value.message;
    test.log.length = 0;
    for (let time = 0; time < 2; time++)
      expect((await report(bob, { messageId: id, reason: ' rude ' })).status).toBe(200);
    expect((await report(eve, { messageId: id })).status).toBe(200);
    expect(await fetchRows(db, 'SELECT reporter, reason FROM chat_reports ORDER BY reason')).toEqual([
      { reporter: eve.address, reason: '' },
      { reporter: bob.address, reason: 'rude' },
    ]);
    expect(test.log.filter(({ event }) => event === 'notice')).toHaveLength(2);
  });

  it('is of a message in that session', async () => {
    const { id } = (await say(ann, { message: 'rude' })).value.message;
    expect((await report(bob, { messageId: 'none' })).code).toBe('ERR_CHAT_UNKNOWN');
    expect((await report(bob, { messageId: `welcome-${sessionId}` })).code).toBe('ERR_CHAT_UNKNOWN');
    expect((await report(bob, { messageId: id, sessionId: localId })).code).toBe('ERR_CHAT_UNKNOWN');
    expect((await report(bob, { messageId: id, sessionId: 'no-such-session-at-all' })).code).toBe(
      'ERR_SESSION_UNKNOWN',
    );
  });
});

it('chat is kept for 30 days after its session has ended', async () => {
  await say(ann, { message: 'bye' }, localId);
  await say(ann, { message: 'still here' });
  await ask(app, CALLS.reportChat, {
    token: await signIn(context, bob.address),
    body: { sessionId: localId, messageId: (await history(localId))[1]?.id ?? '' },
  });
  await ask(app, CALLS.cancelSession, { token: await signIn(context, ann.address), params: { id: localId } });
  clock.nowMs += 29 * DAY_MS;
  expect(await forgetChat(context)).toBe(0);
  clock.nowMs += 2 * DAY_MS;
  expect(await forgetChat(context)).toBe(1);
  expect(await history(localId)).toHaveLength(1);
  expect(await history()).toHaveLength(2);
});
