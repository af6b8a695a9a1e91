import { blockEntropy, createRound, crossChain, encodeReplay, freePlay, makeReplayText } from '@popfray/engine';
import { CALLS, SHARED_ROUND_MS } from '@popfray/protocol';
import { afterAll, describe, expect, it } from 'vitest';
import { fetchValue } from '../platform/database/raw-query.fixture.ts';
import { createApp } from '../start/app.ts';
import { ask, dumpAll, signIn } from '../testing/client.fixture.ts';
import { createTestContext } from '../testing/context.fixture.ts';
import { playAsPerson, recorded, textOf } from '../testing/player.fixture.ts';

const test = await createTestContext();
afterAll(async () => test.stop());

const { clock } = test;
const context = { ...test.context, settings: { ...test.context.settings, rateFactor: Infinity } };
const { db } = context;
const app = createApp(context);

const share = async (replay: string, token?: string) =>
  ask(app, CALLS.shareRound, { ...(token !== undefined && { token }), body: { replay } });
const find = async (id: string) => ask(app, CALLS.getSharedRound, { params: { id } });

const replay = playAsPerson('CHALLENGE', { rules: freePlay });
const text = textOf(replay);

/** A round of a battle: its randomness is not a seed. */
function battleText(): string {
  const entropy = blockEntropy(Int32Array.from({ length: 240 }, (_, at) => at * 7_919));
  const made = createRound({ rules: crossChain, entropy });
  if (!made.ok) throw new Error(made.error.code);
  made.value.advanceTo(crossChain.durationMs);
  return textOf(recorded(made.value));
}

describe('a shared round', () => {
  it('of a visitor is found by its id, without a name', async () => {
    const { value: shared } = await share(text);
    expect(shared.id).toMatch(/^[\w-]{16}$/);
    expect(shared.expiresAt).toBe(clock.nowMs + SHARED_ROUND_MS);
    expect((await find(shared.id)).value).toEqual({
      id: shared.id,
      username: null,
      replay: text,
      expiresAt: shared.expiresAt,
    });
  });

  it('of a signed-in player has the player’s current name', async () => {
    const ann = await test.player('ann');
    const token = await signIn(context, ann.address);
    const { value: shared } = await share(text, token);
    expect(shared.id).not.toBe((await share(text)).value.id);
    await ask(app, CALLS.renameMe, { token, body: { username: 'Ann' } });
    expect((await find(shared.id)).value.username).toBe('Ann');
  });

  it('may be of a battle', async () => {
    const { value: shared } = await share(battleText());
    expect((await find(shared.id)).value.replay).toBe(battleText());
  });

  it('is stored without a track, so that it has one id, and no bytes of a stranger are given out', async () => {
    const track = Uint8Array.from({ length: 900 }, (_, at) => at);
    const { value: shared } = await share(textOf({ ...replay, track }));
    expect(shared.id).toBe((await share(text)).value.id);
    expect((await find(shared.id)).value.replay).toBe(text);
  });

  it('that is shared again has the same id, and is kept longer', async () => {
    const first = (await share(text)).value;
    clock.nowMs += 1_000;
    expect((await share(text)).value).toEqual({ id: first.id, expiresAt: first.expiresAt + 1_000 });
  });

  it('expires, and is deleted when another one is shared', async () => {
    const { id } = (await share(text)).value;
    clock.nowMs += SHARED_ROUND_MS - 1;
    expect((await find(id)).status).toBe(200);
    clock.nowMs += 1;
    expect((await find(id)).code).toBe('ERR_SHARED_UNKNOWN');
    await share(battleText());
    expect(await fetchValue(db, 'SELECT count(*) FROM shared_rounds')).toBe(1);
  });

  it.each([
    ['no base64url', 'a replay!', 'ERR_REPLAY_MALFORMED'],
    ['nothing', '', 'ERR_REPLAY_MALFORMED'],
    ['cut short', text.slice(0, 60), 'ERR_REPLAY_MALFORMED'],
    ['of another score', falseText(), 'ERR_REPLAY_WRONG'],
    ['too long', 'A'.repeat(16_001), 'ERR_BODY'],
  ])('that is %s is refused, and nothing changes', async (_, replayText, code) => {
    const before = await dumpAll(db);
    expect((await share(replayText)).code).toBe(code);
    expect(await dumpAll(db)).toEqual(before);
  });

  it.each(['unknown-id-0000', '<script>alert(1)', "' OR 1=1 --", '%00'])('is not found by the id %s', async (id) => {
    expect((await find(id)).status).toBe(404);
  });

  it('goes with its player’s profile, and is in the player’s own data', async () => {
    const bob = await test.player('bob');
    const token = await signIn(context, bob.address);
    const { id, expiresAt } = (await share(text, token)).value;
    const own = (await ask(app, CALLS.exportMe, { token })).value;
    expect(own.sharedRounds).toEqual([{ id, score: replay.score, sharedAt: clock.nowMs, expiresAt }]);
  });
});

/** The round with another score than its clicks give. */
function falseText(): string {
  const bytes = encodeReplay({ ...replay, score: replay.score + 1 });
  if (!bytes.ok) throw new Error(bytes.error.field);
  return makeReplayText(bytes.value);
}
