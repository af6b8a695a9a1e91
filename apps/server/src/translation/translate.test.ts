import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { err, ok } from '@popfray/engine/result';
import { CALLS, CHAT_LANGUAGES, LIMITS } from '@popfray/protocol';
import { Hono } from 'hono';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { execute, fetchRows, fetchValues } from '../platform/database/raw-query.fixture.ts';
import { createApp } from '../start/app.ts';
import { openChat } from '../chat/chat.fixture.ts';
import { languageOf } from '../platform/website/page-language.ts';
import { ask, signIn } from '../testing/client.fixture.ts';
import { keepTranslation } from './cache.ts';
import { guardTranslator } from './guarded-translator.ts';
import { detectLanguage } from './language.ts';
import { createLibreTranslator } from './libre-translator.ts';
import { API_KEY, type Behaviour } from './libretranslate.fixture.ts';
import type { Translator } from '../platform/context/translator.ts';

/** A translation server in a separate process. */
const far = fork(fileURLToPath(new URL('libretranslate.fixture.ts', import.meta.url)), {
  execArgv: [],
  stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
});
const [port] = (await once(far, 'message')) as [number];
const url = `http://127.0.0.1:${port}`;
const behave = async (behaviour: Behaviour): Promise<void> => {
  await fetch(`${url}/-/behaviour`, { method: 'PUT', body: JSON.stringify(behaviour) });
};
/** What it was asked to translate since the last call. */
const askedOf = async (): Promise<Record<string, unknown>[]> => (await fetch(`${url}/-/asked`)).json() as never;
const json = (status: number, value: unknown): Behaviour => ({ status, body: JSON.stringify(value) });

/** Time limit of a translation in most tests, ms: longer than any stall of a busy machine. */
const LONG_LIMIT_MS = 60_000;
/** Time limit where the translation server does not answer, ms. */
const SHORT_LIMIT_MS = 150;
const stage = await openChat();
const { test, ann, bob } = stage;
const { clock } = test;
const libre = createLibreTranslator({ url, apiKey: API_KEY });
const contextWith = (limitMs: number): typeof test.context => ({
  ...test.context,
  translator: guardTranslator(libre, test.context.now, limitMs),
});
const context = contextWith(LONG_LIMIT_MS);
const app = createApp(context);
const impatient = createApp(contextWith(SHORT_LIMIT_MS));
const alone = createApp(test.context);
afterAll(async () => {
  far.disconnect();
  await test.stop();
});

const GERMAN = 'warte bitte, ich habe noch nicht bezahlt';
const ENGLISH = 'please wait, I have not paid yet';
const token = await signIn(test.context, ann.address);

beforeEach(async () => {
  await behave({});
  await askedOf();
  await execute(context.db, 'DELETE FROM translations');
  // Past the rest after failures, and past every limit.
  clock.nowMs += 60_000;
});

const translate = async (text: string, targetLanguage = 'en', on = app, headers = {}) =>
  (await ask(on, CALLS.translate, { body: { text, targetLanguage }, headers, token })).value;

/** The id of a message that Bob writes. */
const say = async (message: string): Promise<string> => (await stage.say(bob, { message })).value.message.id;

/** A message in a reader's language, for someone who is not signed in. */
const read = async (messageId: string, targetLanguage = 'auto', on = app, headers = {}) =>
  ask(on, CALLS.translate, { body: { messageId, targetLanguage }, headers });

describe('whose text is translated', () => {
  it('a stored message, for everyone who reads the chat', async () => {
    const id = await say('good luck Sol, 20 TRX to the winner!');
    expect((await read(id, 'zh', alone)).value).toEqual({
      success: true,
      translated: '祝你好运，Sol，奖池是20 TRX！',
      detectedLanguage: 'en',
      targetLanguage: 'zh',
      provider: 'phrase-book',
    });
  });

  it('no text of someone who is not signed in, and nothing is asked for it', async () => {
    for (const on of [app, alone])
      expect(await ask(on, CALLS.translate, { body: { text: GERMAN, targetLanguage: 'en' } })).toMatchObject({
        status: 401,
        code: 'ERR_TRANSLATE_TEXT',
      });
    expect(await askedOf()).toEqual([]);
    expect(await fetchRows(context.db, 'SELECT * FROM translations')).toEqual([]);
  });

  it('no message that does not exist, or that the operator has hidden', async () => {
    const id = await say(GERMAN);
    await execute(
      context.db,
      "INSERT INTO chat_verdicts (message_id, outcome, reason, by, at) VALUES (?, 'hidden', '', '', 0)",
      id,
    );
    for (const messageId of ['no-such-message', `welcome-${stage.sessionId}`, id])
      expect(await read(messageId)).toMatchObject({ status: 404, code: 'ERR_CHAT_UNKNOWN' });
    expect(await askedOf()).toEqual([]);
  });

  it.each([{}, { text: '' }, { text: 'x', messageId: 'y' }, { messageId: 7 }, { messageId: '' }])(
    'is said by a text or a message’s id: %j is neither',
    async (body) => {
      expect(await ask(app, CALLS.translate, { body, token })).toMatchObject({ status: 400, code: 'ERR_BODY' });
    },
  );

  it('texts have a tighter limit than messages, which says when to come back', async () => {
    const id = await say('good luck');
    const { burst, perMinute } = LIMITS.translateText;
    for (let count = 0; count < burst; count++) await translate('hello', 'zh', alone);
    const refused = await ask(alone, CALLS.translate, { body: { text: 'hello' }, token });
    expect(refused).toMatchObject({ status: 429, code: 'ERR_RATE' });
    expect(refused.headers.get('Retry-After')).toBe(String(Math.ceil(60 / perMinute)));
    expect((await ask(alone, CALLS.translate, { body: { messageId: id, targetLanguage: 'zh' }, token })).status).toBe(
      200,
    );
  });
});

describe('`auto`', () => {
  const english = { 'Accept-Language': 'en-GB,en;q=0.9' };
  it('is the language chosen on the site, not the one that the browser asks for', async () => {
    const id = await say('good luck!');
    const inJapanese = { ...english, Cookie: 'popfray.language=ja' };
    expect((await read(id, 'auto', alone, inJapanese)).value).toMatchObject({
      translated: 'グッドラック！',
      targetLanguage: 'ja',
    });
    expect((await read(id, 'auto', alone, english)).value).toMatchObject({ translated: 'good luck!', provider: null });
    expect((await read(id, 'zh', alone, inJapanese)).value.targetLanguage).toBe('zh');
  });
});

describe('without a translation server', () => {
  it('the usual phrases are translated, by the language that the browser asks for', async () => {
    expect(await translate('good luck!', 'auto', alone, { 'Accept-Language': 'ja-JP,ja;q=0.9,en;q=0.8' })).toEqual({
      success: true,
      translated: 'グッドラック！',
      detectedLanguage: 'en',
      targetLanguage: 'ja',
      provider: 'phrase-book',
    });
  });

  it('what is in the reader’s language already is left as it is', async () => {
    for (const text of ['HELLO', 'the rain will stop tomorrow morning'])
      expect(await translate(text, 'en', alone)).toMatchObject({
        success: true,
        translated: text,
        detectedLanguage: 'en',
      });
  });

  it.each([
    [GERMAN, 'de'],
    ['今日は雨が降りそうですね', 'ja'],
    ['我的猫昨天跑出去了', 'zh'],
    ['오늘 날씨가 좋네요', 'ko'],
    ['🎉🎉', 'und'],
    ['12:30', 'und'],
    ['xyzzy', 'und'],
  ])('%j is recognised as %s, and reported as not translated', async (text, detectedLanguage) => {
    const target = 'en';
    expect(await translate(text, target, alone)).toEqual({
      success: false,
      translated: text,
      detectedLanguage,
      targetLanguage: target,
      provider: null,
    });
  });
});

describe('with one', () => {
  it('translates before the phrase book, and is asked once for a text', async () => {
    for (let time = 0; time < 3; time++)
      expect(await translate(GERMAN)).toEqual({
        success: true,
        translated: ENGLISH,
        detectedLanguage: 'de',
        targetLanguage: 'en',
        provider: 'server',
      });
    expect(await askedOf()).toEqual([{ q: GERMAN, source: 'auto', target: 'en', format: 'text', api_key: API_KEY }]);
    expect(await translate('good luck', 'ja')).toMatchObject({ translated: '幸運を', provider: 'server' });
    expect(await askedOf()).toHaveLength(1);
  });

  it('is asked once for the longest text too, in characters that no database compresses', async () => {
    const text = Array.from({ length: 2_000 }, (_, at) => String.fromCodePoint(0x4e00 + ((at * 7_919) % 20_000))).join(
      '',
    );
    for (let time = 0; time < 2; time++) expect(await translate(text)).toMatchObject({ translated: text });
    expect(await askedOf()).toHaveLength(1);
  });

  it('the phrase book translates what it leaves as it is, and what it refuses or does not answer', async () => {
    const fromBook = { success: true, translated: '祝你好运，@Ann', provider: 'phrase-book' };
    const text = 'good luck @Ann';
    expect(await translate(text, 'zh')).toMatchObject(fromBook);
    for (const status of [400, 403, 429, 500]) {
      clock.nowMs += 60_000;
      await execute(context.db, 'DELETE FROM translations');
      await behave(json(status, { error: 'no' }));
      expect({ status, ...(await translate(text, 'zh')) }).toMatchObject({ status, ...fromBook });
    }
  });

  it('is not asked for a text that is in the reader’s language', async () => {
    for (const text of ['GG', 'the rain will stop tomorrow morning']) await translate(text, 'en');
    expect(await askedOf()).toEqual([]);
  });

  it('an answer that is slow, but not too slow, is waited for', async () => {
    await behave({ delayMs: 30 });
    expect(await translate(GERMAN)).toMatchObject({ translated: ENGLISH, provider: 'server' });
  });

  it('the same asked by many at once is asked once', async () => {
    await Promise.all(Array.from({ length: 10 }, async () => translate(GERMAN)));
    expect(await askedOf()).toHaveLength(1);
  });

  it('a server that calls Chinese something else is asked by that name', async () => {
    await behave({ languages: ['en', 'zh-Hans'] });
    expect(await translate(GERMAN, 'zh')).toMatchObject({ success: true, translated: '请等一下，我还没付钱' });
    await translate(`${GERMAN}!`, 'zh');
    expect((await askedOf()).map(({ target }) => target)).toEqual(['zh', 'zh-Hans', 'zh-Hans']);
  });

  it('a text that a server refuses says nothing of what it calls a language', async () => {
    const fresh = createLibreTranslator({ url, apiKey: API_KEY });
    await behave(json(400, { error: 'too long' }));
    expect(await fresh.translate('x'.repeat(1_000), 'zh')).toEqual(err('ERR_TRANSLATOR_UNABLE'));
    await behave({});
    expect(await fresh.translate(GERMAN, 'zh')).toMatchObject(ok({ text: '请等一下，我还没付钱' }));
  });

  it('another key than the server’s gets nothing', async () => {
    const stranger = createLibreTranslator({ url, apiKey: 'another' });
    expect(await stranger.translate(GERMAN, 'en')).toEqual(err('ERR_TRANSLATOR_AWAY'));
  });

  it.each<readonly [string, Behaviour]>([
    ['says nothing of use', json(200, { hello: 'there' })],
    ['sends no JSON', { status: 200, body: '<html>' }],
    ['sends an array', json(200, [1, 2])],
    ['sends far too much', json(200, { translatedText: 'x'.repeat(200_000) })],
    ['has an internal error', json(500, { error: 'Internal Server Error' })],
    ['wants fewer questions', json(429, { error: 'Slowdown: 80 per 1 minute' })],
    ['wants another key', json(403, { error: 'Invalid API key' })],
    ['redirects', { status: 302, headers: { Location: 'http://127.0.0.1:1/' } }],
    ['hangs up', { ending: 'hang-up' }],
    ['never answers', { ending: 'silent' }],
    ['stops in the middle', { ending: 'partial' }],
  ])('answers in time when it %s, and caches nothing of it', async (_, behaviour) => {
    await behave(behaviour);
    expect(await translate(GERMAN, 'en', impatient)).toMatchObject({
      success: false,
      translated: GERMAN,
      detectedLanguage: 'de',
      provider: null,
    });
    expect(await fetchRows(context.db, 'SELECT * FROM translations')).toEqual([]);
  });

  it('its language’s name is not shown when it is none', async () => {
    await behave(json(200, { translatedText: 'wait', detectedLanguage: { language: '<b>de</b>' } }));
    expect(await translate(GERMAN)).toMatchObject({ success: true, detectedLanguage: 'de' });
  });

  it('after three failures in a row it is left alone for half a minute', async () => {
    await behave(json(500, {}));
    for (let time = 0; time < 6; time++) await translate(`${GERMAN} ${time}`);
    expect(await askedOf()).toHaveLength(3);
    await behave({});
    clock.nowMs += 29_000;
    await translate(GERMAN);
    expect(await askedOf()).toHaveLength(0);
    clock.nowMs += 1_000;
    expect((await translate(GERMAN)).success).toBe(true);
  });

  it('what it cannot translate is not asked for again within an hour', async () => {
    await behave(json(400, { error: 'de is not supported' }));
    for (let time = 0; time < 2; time++)
      expect(await translate(GERMAN)).toMatchObject({ success: false, translated: GERMAN });
    expect(await askedOf()).toHaveLength(1);
    await behave({});
    clock.nowMs += 60 * 60_000;
    for (let time = 0; time < 2; time++) expect((await translate(GERMAN)).success).toBe(true);
    expect(await askedOf()).toHaveLength(1);
  });

  it('at most eight texts are asked for at once', async () => {
    let most = 0;
    let open = 0;
    const slow: Translator = {
      name: 'slow',
      async translate(text) {
        most = Math.max(most, ++open);
        await new Promise((resolve) => setTimeout(resolve, 5));
        open -= 1;
        return text === 'never' ? err('ERR_TRANSLATOR_AWAY') : ok({ text, detectedLanguage: 'de' });
      },
    };
    const guarded = guardTranslator(slow, () => 0);
    const outcomes = await Promise.all(Array.from({ length: 20 }, async (_, at) => guarded.translate(`t${at}`, 'en')));
    expect(most).toBe(8);
    expect(outcomes.filter(({ ok: isOk }) => isOk)).toHaveLength(8);
  });
});

it('the cache forgets what was of no use for longest', async () => {
  const { db } = context;
  for (let at = 0; at < 12; at++)
    await keepTranslation(
      db,
      `t${at}`,
      { target: 'en', detected: 'de', translated: `T${at}`, provider: 'p', used_at: at },
      10,
    );
  expect(await fetchValues(db, 'SELECT translated FROM translations ORDER BY used_at')).toEqual(
    Array.from({ length: 10 }, (_, at) => `T${at + 2}`),
  );
});

describe('a language', () => {
  it.each([
    ['', 'en'],
    ['ja', 'ja'],
    ['zh-TW,zh;q=0.9', 'zh'],
    ['fr, ja;q=0.5, zh;q=0.8', 'zh'],
    ['fr-FR, de;q=0.5', 'en'],
    ['en;q=0, ja;q=0.1', 'ja'],
    ['*;q=1', 'en'],
    [';;;,,q=9,ja;q=x'.repeat(200), 'ja'],
  ])('asked for as %j is %s', async (accepted, wanted) => {
    const reader = new Hono().get('/', (call) => call.text(languageOf(call, CHAT_LANGUAGES)));
    const response = await reader.request('/', { headers: { 'Accept-Language': accepted } });
    expect(await response.text()).toBe(wanted);
  });

  it.each([
    ['東京', 'zh'],
    ['ありがとう', 'ja'],
    ['谢谢大家', 'zh'],
    ['спасибо всем', 'ru'],
    ['hola, ¿estáis listos?', 'es'],
    ['bonjour tout le monde', 'fr'],
    ['ok', 'und'],
    ['\u0000\ufffd', 'und'],
  ])('%j is recognised as %s', async (text, language) => {
    expect(await detectLanguage(text)).toBe(language);
  });
});
