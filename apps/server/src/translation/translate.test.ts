import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { err, ok } from '@popfray/chain';
import { CALLS } from '@popfray/protocol';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { ask } from '../testing/client.fixture.ts';
import { createTestContext } from '../testing/context.fixture.ts';
import { keepTranslation } from './cache.ts';
import { guardTranslator } from './guarded-translator.ts';
import { detectLanguage } from './language.ts';
import { createLibreTranslator } from './libre-translator.ts';
import { readerLanguage } from './reader-language.ts';
import type { Translator } from './translator.ts';

/** What the translation server was asked, and how it answers. */
const asked: Record<string, unknown>[] = [];
let respond: (body: Record<string, unknown>, response: ServerResponse) => void;
const json = (status: number, value: unknown) => (_: unknown, response: ServerResponse) =>
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));

const far = createServer((request: IncomingMessage, response: ServerResponse) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const body = JSON.parse(Buffer.concat(parts).toString()) as Record<string, unknown>;
    asked.push(body);
    respond(body, response);
  });
});
await new Promise<void>((resolve) => far.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${(far.address() as AddressInfo).port}`;

const PATIENCE_MS = 150;
const test = await createTestContext();
const { clock } = test;
const libre = createLibreTranslator({ url, apiKey: 'key' });
const context = { ...test.context, translator: guardTranslator(libre, test.context.now, PATIENCE_MS) };
const app = createApp(context);
const alone = createApp(test.context);
afterAll(async () => {
  far.closeAllConnections();
  far.close();
  await test.stop();
});

const GERMAN = 'warte bitte, ich habe noch nicht bezahlt';
const answered = {
  translatedText: 'please wait, I have not paid yet',
  detectedLanguage: { language: 'de', confidence: 90 },
};

beforeEach(() => {
  asked.length = 0;
  respond = json(200, answered);
  context.db.prepare('DELETE FROM translations').run();
  // Past the rest after failures.
  clock.nowMs += 60_000;
});

const translate = async (text: string, targetLanguage = 'en', on = app, headers = {}) =>
  (await ask(on, CALLS.translate, { body: { text, targetLanguage }, headers })).value;

describe('without a translation server', () => {
  it('the usual phrases are translated, by the language that the browser asks for', async () => {
    expect(await translate('good luck!', 'auto', alone, { 'Accept-Language': 'ja-JP,ja;q=0.9,en;q=0.8' })).toEqual({
      success: true,
      translated: 'グッドラック！',
      detectedLanguage: 'en',
      targetLanguage: 'ja',
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
  ])('%j is told to be %s, and honestly not translated', async (text, detectedLanguage) => {
    const target = 'en';
    expect(await translate(text, target, alone)).toEqual({
      success: false,
      translated: text,
      detectedLanguage,
      targetLanguage: target,
    });
  });
});

describe('with one', () => {
  it('what is not in the phrase book is asked for once, and then known', async () => {
    for (let time = 0; time < 3; time++)
      expect(await translate(GERMAN)).toEqual({
        success: true,
        translated: answered.translatedText,
        detectedLanguage: 'de',
        targetLanguage: 'en',
      });
    expect(asked).toEqual([{ q: GERMAN, source: 'auto', target: 'en', format: 'text', api_key: 'key' }]);
    await translate('good luck');
    expect(asked).toHaveLength(1);
  });

  it('the same asked by many at once is asked once', async () => {
    await Promise.all(Array.from({ length: 10 }, async () => translate(GERMAN)));
    expect(asked).toHaveLength(1);
  });

  it('a server that calls Chinese something else is asked by that name', async () => {
    respond = (body, response) =>
      json(body['target'] === 'zh-Hans' ? 200 : 400, {
        translatedText: '请等一下，我还没付钱',
        detectedLanguage: { language: 'de' },
      })(body, response);
    expect(await translate(GERMAN, 'zh')).toMatchObject({ success: true, translated: '请等一下，我还没付钱' });
    await translate(`${GERMAN}!`, 'zh');
    expect(asked.map(({ target }) => target)).toEqual(['zh', 'zh-Hans', 'zh-Hans']);
  });

  it('a text that a server refuses says nothing of what it calls a language', async () => {
    const fresh = createLibreTranslator({ url, apiKey: null });
    respond = json(400, { error: 'too long' });
    expect(await fresh.translate('x'.repeat(1_000), 'zh')).toEqual(err('ERR_TRANSLATOR_UNABLE'));
    respond = (body, response) => json(body['target'] === 'zh' ? 200 : 400, { translatedText: '好' })(body, response);
    expect(await fresh.translate('gut', 'zh')).toMatchObject(ok({ text: '好' }));
  });

  it.each<readonly [string, (body: unknown, response: ServerResponse) => unknown]>([
    ['says nothing of use', json(200, { hello: 'there' })],
    ['sends no JSON', (_, response) => response.end('<html>')],
    ['sends an array', json(200, [1, 2])],
    ['sends far too much', (_, response) => response.end(JSON.stringify({ translatedText: 'x'.repeat(200_000) }))],
    ['has an error of its own', json(500, {})],
    ['wants fewer questions', json(429, {})],
    ['wants another key', json(403, {})],
    ['sends somebody elsewhere', (_, response) => response.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end()],
    ['hangs up', (_, response) => response.destroy()],
    ['never answers', () => undefined],
    ['stops in the middle', (_, response) => response.write('{"translatedText":')],
  ])('nobody waits for long when it %s, and nothing of it is kept', async (_, behave) => {
    respond = behave;
    const startMs = performance.now();
    expect(await translate(GERMAN)).toMatchObject({ success: false, translated: GERMAN, detectedLanguage: 'de' });
    expect(performance.now() - startMs).toBeLessThan(PATIENCE_MS + 1_000);
    expect(context.db.prepare('SELECT * FROM translations').all()).toEqual([]);
  });

  it('its language’s name is not shown when it is none', async () => {
    respond = json(200, { translatedText: 'wait', detectedLanguage: { language: '<b>de</b>' } });
    expect(await translate(GERMAN)).toMatchObject({ success: true, detectedLanguage: 'de' });
  });

  it('after three failures in a row it is left alone for half a minute', async () => {
    respond = json(500, {});
    for (let time = 0; time < 6; time++) await translate(`${GERMAN} ${time}`);
    expect(asked).toHaveLength(3);
    respond = json(200, answered);
    clock.nowMs += 29_000;
    await translate(GERMAN);
    expect(asked).toHaveLength(3);
    clock.nowMs += 1_000;
    expect((await translate(GERMAN)).success).toBe(true);
  });

  it('what it cannot translate is not asked for again within an hour', async () => {
    respond = json(400, { error: 'de is not supported' });
    for (let time = 0; time < 2; time++)
      expect(await translate(GERMAN)).toMatchObject({ success: false, translated: GERMAN });
    expect(asked).toHaveLength(1);
    respond = json(200, answered);
    clock.nowMs += 60 * 60_000;
    for (let time = 0; time < 2; time++) expect((await translate(GERMAN)).success).toBe(true);
    expect(asked).toHaveLength(2);
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

it('the cache forgets what was of no use for longest', () => {
  const { db } = context;
  for (let at = 0; at < 12; at++)
    keepTranslation(
      db,
      { text: `t${at}`, target: 'en', detected: 'de', translated: 'x', provider: 'p', used_at: at },
      10,
    );
  expect(db.prepare('SELECT text FROM translations ORDER BY used_at').pluck().all()).toEqual(
    Array.from({ length: 10 }, (_, at) => `t${at + 2}`),
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
  ])('asked for as %j is %s', (accepted, wanted) => {
    expect(readerLanguage(accepted)).toBe(wanted);
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
  ])('%j is told to be %s', async (text, language) => {
    expect(await detectLanguage(text)).toBe(language);
  });
});
