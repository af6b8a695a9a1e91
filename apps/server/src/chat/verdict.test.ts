import { CALLS, type ChatMessage } from '@popfray/protocol';
import { ADMIN_CALLS } from '@popfray/protocol/admin';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ask, signIn } from '../testing/client.fixture.ts';
import { addPlayer, type TestWallet } from '../testing/context.fixture.ts';
import { createChatTask } from './chat-task.ts';
import { openChat, type ChatStage } from './chat.fixture.ts';
import { forwardMessage } from './forward.ts';
import { findMessage } from './message.ts';
import { receiveChat } from './receive.ts';

const REASON = 'An insult.';
const HOUR_MS = 3_600_000;

let stage: ChatStage;
let token: string;
beforeEach(async () => {
  stage = await openChat();
  const { context, clock } = stage.test;
  await addPlayer(context.db, context.house.address, clock.nowMs);
  token = await signIn(context, context.house.address);
});
afterEach(async () => stage.test.stop());

const say = async (who: TestWallet, message: string, sessionId?: string): Promise<ChatMessage> => {
  stage.test.clock.nowMs += 6_000;
  return (await stage.say(who, { message }, sessionId)).value.message;
};
const report = async (who: TestWallet, messageId: string, reason = ''): Promise<void> => {
  const body = { sessionId: stage.sessionId, messageId, reason };
  const { code } = await ask(stage.app, CALLS.reportChat, {
    token: await signIn(stage.test.context, who.address),
    body,
  });
  if (code !== null) throw new Error(code);
};
const judge = async (messageId: string, outcome: 'hidden' | 'dismissed', reason = REASON) =>
  ask(stage.app, ADMIN_CALLS.decideChatReport, { token, body: { messageId, outcome, reason } });
const listed = async (status: 'open' | 'decided' = 'open') =>
  (await ask(stage.app, ADMIN_CALLS.getChatReports, { token, query: { status } })).value.reports;
const stats = async () => (await ask(stage.app, ADMIN_CALLS.getStats, { token })).value.waiting;

describe('a reported message', () => {
  it('is at the desk once, with everybody who reported it and what was said around it', async () => {
    const { ann, bob, eve } = stage;
    for (let count = 0; count < 7; count++) await say(bob, `before ${count}`);
    const bad = await say(ann, 'You all play like bots');
    await say(bob, 'after');
    await report(bob, bad.id, 'rude');
    stage.test.clock.nowMs += 1_000;
    await report(eve, bad.id);
    expect(await stats()).toMatchObject({ reports: 1 });
    const [first, ...more] = await listed();
    expect(more).toEqual([]);
    expect(first).toMatchObject({
      message: { id: bad.id, message: 'You all play like bots' },
      sessionName: 'Friday',
      isHidden: false,
      decision: null,
      mutedUntil: null,
      reports: [
        { reporter: bob.address, reason: 'rude' },
        { reporter: eve.address, reason: '' },
      ],
    });
    expect(first?.context.map(({ message }) => message)).toEqual([
      'before 2',
      'before 3',
      'before 4',
      'before 5',
      'before 6',
      'You all play like bots',
      'after',
    ]);
  });

  it('is hidden from everybody at once, and stays for the desk', async () => {
    const { ann, bob, test, sessionId } = stage;
    const bad = await say(ann, 'You all play like bots');
    await report(bob, bad.id);
    const published: unknown[] = [];
    test.context.bus.subscribe((event) => published.push(event));
    expect((await judge(bad.id, 'hidden')).value).toMatchObject({ isHidden: true, decision: { outcome: 'hidden' } });
    expect(published).toEqual([{ type: 'chat-removed', sessionId, messageId: bad.id }]);
    const shown = (await stage.history()).find(({ id }) => id === bad.id);
    expect(shown).toMatchObject({ message: '', isRemoved: true, username: bad.username });
    expect(JSON.stringify(await stage.history())).not.toContain('play like bots');
    expect(await listed()).toEqual([]);
    expect(await listed('decided')).toMatchObject([{ message: { message: 'You all play like bots' }, isHidden: true }]);
    // Another report changes nothing: it is gone.
    await report(stage.eve, bad.id);
    expect(await stats()).toMatchObject({ reports: 0 });
  });

  it('is decided by the first of two tabs; what was dismissed can be hidden, and waits again after another player reports it', async () => {
    const { ann, bob, eve } = stage;
    const { id } = await say(ann, 'gg ez');
    await report(bob, id);
    const both = await Promise.all([judge(id, 'dismissed'), judge(id, 'dismissed')]);
    expect(both.map(({ code }) => String(code)).toSorted()).toEqual(['ERR_DECIDED', 'null']);
    expect(await listed()).toEqual([]);
    stage.test.clock.nowMs += 1_000;
    await report(eve, id);
    expect(await listed()).toMatchObject([{ message: { id }, decision: { outcome: 'dismissed' } }]);
    expect((await judge(id, 'hidden')).code).toBeNull();
    expect((await judge(id, 'hidden')).code).toBe('ERR_DECIDED');
    expect((await judge(id, 'dismissed')).code).toBe('ERR_DECIDED');
    const { lines } = (await ask(stage.app, ADMIN_CALLS.getAuditLog, { token, query: { subject: id } })).value;
    expect(lines.map(({ act }) => act)).toEqual(['chat-hidden', 'report-dismissed']);
    expect((await judge('nothing-like-it', 'hidden')).code).toBe('ERR_CHAT_UNKNOWN');
  });

  it('lists are paged by when they were reported first', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 3; count++) {
      const { id } = await say(stage.ann, `message ${count}`);
      await report(stage.bob, id);
      ids.push(id);
    }
    const { reports, next } = (await ask(stage.app, ADMIN_CALLS.getChatReports, { token, query: { limit: 2 } })).value;
    const rest = await ask(stage.app, ADMIN_CALLS.getChatReports, { token, query: { limit: 2, before: next ?? '' } });
    expect([...reports, ...rest.value.reports].map(({ message }) => message.id)).toEqual(ids);
    expect(rest.value.next).toBeNull();
  });
});

describe('the cross-chain server', () => {
  it('is asked to remove a hidden message until it does, and not for a local game', async () => {
    const { ann, far, test, sessionId, localId } = stage;
    const task = createChatTask(test.context);
    const bad = await say(ann, 'You all play like bots');
    const local = await say(ann, 'here too', localId);
    far.taken.length = 0;
    await judge(bad.id, 'hidden');
    await judge(local.id, 'hidden');
    far.trouble = 'ERR_HOST_AWAY';
    await task();
    far.trouble = null;
    await task();
    expect(far.taken).toEqual([]);
    test.clock.nowMs += 5_000;
    await task();
    expect(far.taken).toEqual([{ params: { id: sessionId, messageId: bad.id } }]);
    test.clock.nowMs += HOUR_MS;
    await task();
    expect(far.taken).toHaveLength(1);
  });

  it('never gets a message that was hidden before it could be handed over', async () => {
    const { ann, far, test } = stage;
    far.trouble = 'ERR_HOST_AWAY';
    const bad = await say(ann, 'You all play like bots');
    await judge(bad.id, 'hidden');
    far.trouble = null;
    far.taken.length = 0;
    test.clock.nowMs += 60_000;
    await createChatTask(test.context)();
    expect(far.taken.filter(({ body }) => body !== undefined)).toEqual([]);
  });
});

it('a message that is hidden while it is on its way is not handed over again when it does not get there', async () => {
  const { ann, far, test, sessionId } = stage;
  far.trouble = 'ERR_HOST_AWAY';
  const bad = await say(ann, 'You all play like bots');
  const row = await findMessage(test.context.db, bad.id);
  if (row === undefined) throw new Error('no message');
  const onItsWay = forwardMessage(test.context, row);
  await judge(bad.id, 'hidden');
  await onItsWay;
  expect(await findMessage(test.context.db, bad.id)).toMatchObject({ session_id: sessionId, forward_at: null });
});

describe('a muted player', () => {
  const mute = async (address: string, minutes: number) =>
    ask(stage.app, ADMIN_CALLS.mutePlayer, { token, body: { address, minutes, reason: REASON } });

  it('cannot write for as long, anywhere, and then can; the desk can end it sooner', async () => {
    const { ann, bob, test, localId } = stage;
    const { value } = await mute(ann.address, 60);
    expect(value).toMatchObject([{ address: ann.address, until: test.clock.nowMs + HOUR_MS, reason: REASON }]);
    for (const sessionId of [undefined, localId])
      expect(await stage.say(ann, { message: 'hello?' }, sessionId)).toMatchObject({
        code: 'ERR_CHAT_MUTED',
        status: 403,
      });
    expect((await stage.say(bob, { message: 'hello' })).code).toBeNull();
    test.clock.nowMs += HOUR_MS - 1;
    expect((await stage.say(ann, { message: 'now?' })).code).toBe('ERR_CHAT_MUTED');
    test.clock.nowMs += 1;
    expect((await stage.say(ann, { message: 'now!' })).code).toBeNull();
    await mute(ann.address, 60);
    expect((await mute(ann.address, 0)).value).toEqual([]);
    expect((await stage.say(ann, { message: 'again' })).code).toBeNull();
    const { lines } = (await ask(stage.app, ADMIN_CALLS.getAuditLog, { token, query: { subject: ann.address } })).value;
    expect(lines.map(({ act }) => act)).toEqual(['unmute', 'mute', 'mute']);
  });

  it('of another chain is ignored too', async () => {
    const { sol, sessionId, test } = stage;
    const message: ChatMessage = {
      id: 'from-far-away',
      sessionId,
      userId: sol,
      username: 'Sol',
      walletAddress: sol,
      blockchain: 'sol',
      message: 'hello',
      messageType: 'text',
      createdAt: test.clock.nowMs,
      source: 'cross-chain',
    };
    await mute(sol, 1);
    expect(await receiveChat(test.context, message)).toBe(false);
    test.clock.nowMs += 60_000;
    expect(await receiveChat(test.context, message)).toBe(true);
  });
});
