import { CALLS, type Session } from '@popfray/protocol';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { account } from '../../data/account/state.ts';
import { callApi } from '../../data/api/call-api.ts';
import { Queries, queryClient } from '../../data/api/Queries.tsx';
import { closeGameSocket } from '../../data/game-socket/game-socket.ts';
import { loadLanguage } from '../../data/messages/texts.ts';
import { changeSettings, DEFAULT_SETTINGS, settings } from '../../data/settings/settings.ts';
import { SettingsScreen } from '../settings/SettingsScreen.tsx';
import { expectAccessible } from '../../testing/accessibility.ts';
import { installDeviceTranslation, type DeviceStage } from '../../testing/device-translation.ts';
import { json, signInByDevWallet } from '../../testing/money.ts';
import { openServer, type TestServer } from '../../testing/server.ts';
import { show } from '../../testing/show.tsx';
import { subscribeToSession } from '../../testing/subscribe-to-session.ts';
import { ChatPanel } from './ChatPanel.tsx';
import { deviceModels, releaseModels } from './device-models.ts';

/** Sentences that are not in the phrase book. */
const CHINESE = '你觉得这个首领要打几下才会破？';
const GERMAN = 'ich glaube nicht, dass der Server heute schnell ist';

let server: TestServer;
let session: Session;
let device: DeviceStage | null = null;

const log = page.getByRole('log');
const text = (words: string) => log.getByText(words, { exact: true });
const accept = page.getByRole('button', { name: 'Translate on this device' });

/** Installs the fake of the browser's translation until the end of the test. */
function install(models: Readonly<Record<string, 'downloadable' | 'available'>>): DeviceStage {
  device = installDeviceTranslation();
  for (const [pair, availability] of Object.entries(models)) device.models.set(pair, availability);
  device.dictionary.set(`${CHINESE} en`, 'How many hits do you think this boss takes?');
  device.dictionary.set(`${CHINESE} ja`, 'このボスは何回たたけば割れると思う？');
  device.dictionary.set(`${GERMAN} en`, 'I do not think the server is fast today');
  return device;
}

async function open(): Promise<void> {
  await show(
    <Queries>
      <h1>Room</h1>
      <ChatPanel session={session} />
    </Queries>,
    '/',
  );
}

const translations = (): number => server.calls.filter((call) => call === 'POST /api/translate').length;

beforeAll(async () => {
  localStorage.clear();
  vi.spyOn(console, 'warn').mockReturnValue();
  server = await openServer();
  await signInByDevWallet();
});
afterAll(async () => {
  closeGameSocket();
  vi.restoreAllMocks();
  await server.stop();
});
beforeEach(async () => {
  queryClient.clear();
  const id = await server.host({ maxPlayers: 4 });
  session = await callApi(CALLS.getSession, { params: { id } });
  server.calls.length = 0;
});
afterEach(async () => {
  await cleanup();
  releaseModels();
  device?.remove();
  device = null;
  server.instead = null;
  changeSettings(DEFAULT_SETTINGS);
  await loadLanguage('en');
});

describe('the browser’s own translator', () => {
  test('translates without a click if its model is available, and the server is not asked', async () => {
    const stage = install({ 'zh en': 'available' });
    await server.hostDoes(session.id, CHINESE);
    await open();
    await expect.element(text('How many hits do you think this boss takes?')).toBeVisible();
    await expect.element(log.getByText('Translated from Chinese on this device')).toBeVisible();
    await page.getByRole('button', { name: 'Show original' }).click();
    await expect.element(text(CHINESE)).toBeVisible();
    await expect.element(accept).not.toBeInTheDocument();
    expect(translations()).toBe(0);
    // One request per message, by one translator for all of them.
    await server.hostDoes(session.id, `${CHINESE}!`);
    await queryClient.invalidateQueries({ queryKey: ['chat', session.id] });
    await expect.poll(() => stage.calls.filter((call) => call === 'translate zh en')).toHaveLength(2);
    expect(stage.calls.filter((call) => call === 'create zh en')).toHaveLength(1);
  });

  test('is offered if its model has to be downloaded: the original and the progress are shown meanwhile, and the choice is stored', async () => {
    const stage = install({ 'zh en': 'downloadable' });
    await server.hostDoes(session.id, CHINESE);
    await open();
    await expect.element(text(CHINESE)).toBeVisible();
    await expect.element(page.getByText(/^Your browser can translate Chinese itself/)).toBeVisible();
    await expectAccessible();
    expect(stage.calls).toEqual([]);
    await accept.click();
    await expect.element(page.getByRole('progressbar')).toBeVisible();
    expect(stage.downloads.map(({ name }) => name)).toEqual(['zh en', 'detector']);
    for (const download of stage.downloads) download.progress(0.42);
    await expect.element(page.getByText('42%')).toBeVisible();
    await expect.element(text(CHINESE)).toBeVisible();
    await expectAccessible();
    for (const download of stage.downloads) download.finish();
    await expect.element(log.getByText('Translated from Chinese on this device')).toBeVisible();
    await expect.element(page.getByRole('progressbar')).not.toBeInTheDocument();
    expect(settings.getState().deviceTranslation).toBe('on');
    expect(localStorage.getItem('popfray.settings.v1')).toContain('"deviceTranslation":"on"');
  });

  test('detects languages that the script does not reveal, once its detector is available', async () => {
    const stage = install({ 'de en': 'available' });
    stage.detector = 'available';
    await server.hostDoes(session.id, GERMAN);
    await open();
    await expect.element(text('I do not think the server is fast today')).toBeVisible();
    await expect.element(log.getByText('Translated from German on this device')).toBeVisible();
    expect(translations()).toBe(0);
  });

  test('leaves a message in the reader’s language as it is, without asking anyone', async () => {
    const stage = install({ 'zh en': 'available' });
    stage.detector = 'available';
    await server.hostDoes(session.id, 'the rain will stop tomorrow morning');
    await open();
    await expect.element(text('the rain will stop tomorrow morning')).toBeVisible();
    await expect.poll(() => stage.calls.includes('detect')).toBe(true);
    await expect.poll(() => queryClient.isFetching({ queryKey: ['translation'] })).toBe(0);
    expect(translations()).toBe(0);
    expect(stage.calls).toEqual(['create detector', 'detect']);
  });

  test('stays offered for a model that needs another click', async () => {
    const stage = install({ 'zh en': 'downloadable', 'ja en': 'downloadable' });
    stage.detector = 'available';
    stage.consumesActivation = true;
    await server.hostDoes(session.id, CHINESE);
    await server.hostDoes(session.id, '明日は雨が降りそうですね');
    await open();
    await expect
      .element(page.getByText(/^Your browser can translate (Chinese and Japanese|Japanese and Chinese)/))
      .toBeVisible();
    await accept.click();
    await expect.poll(() => stage.downloads.length).toBe(1);
    for (const download of stage.downloads) download.finish();
    await expect.element(page.getByText(/^Your browser can translate (Chinese|Japanese) itself/)).toBeVisible();
    await accept.click();
    await expect.poll(() => stage.downloads.length).toBe(1);
    for (const download of stage.downloads) download.finish();
    await expect.element(accept).not.toBeInTheDocument();
    await expect.poll(() => log.getByText(/on this device$/).elements()).toHaveLength(2);
  });

  test('says that a download failed, tries again, and can be cancelled', async () => {
    const stage = install({ 'zh en': 'downloadable' });
    stage.detector = 'unavailable';
    await server.hostDoes(session.id, CHINESE);
    await open();
    await accept.click();
    await expect.poll(() => stage.downloads.length).toBe(1);
    stage.downloads[0]?.fail('NetworkError');
    await expect.element(page.getByText('The translation data could not be downloaded.')).toBeVisible();
    await expectAccessible();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => stage.downloads.length).toBe(1);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(accept).toBeVisible();
    expect(stage.downloads).toEqual([]);
    await expect.element(text(CHINESE)).toBeVisible();
  });

  test('is offered by the keyboard too', async () => {
    const stage = install({ 'zh en': 'downloadable' });
    stage.detector = 'available';
    await server.hostDoes(session.id, CHINESE);
    await open();
    await expect.element(accept).toBeVisible();
    (accept.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => stage.downloads.length).toBe(1);
    stage.downloads[0]?.finish();
    await expect.element(log.getByText('Translated from Chinese on this device')).toBeVisible();
  });

  test('is not used after it was declined, and can be switched on in the settings', async () => {
    const stage = install({ 'zh en': 'downloadable', 'ja en': 'available' });
    await server.hostDoes(session.id, CHINESE);
    await open();
    await page.getByRole('button', { name: 'No thanks' }).click();
    await expect.element(accept).not.toBeInTheDocument();
    expect(settings.getState().deviceTranslation).toBe('off');
    const calls = stage.calls.length;
    await server.hostDoes(session.id, '明日は雨が降りそうですね');
    await queryClient.invalidateQueries({ queryKey: ['chat', session.id] });
    await expect.poll(translations).toBe(2);
    expect(stage.calls).toHaveLength(calls);
    await cleanup();
    await show(<SettingsScreen />, '/settings');
    const switched = page.getByRole('switch', { name: 'Translate chat on this device' });
    await expect.element(switched).not.toBeChecked();
    await switched.click();
    expect(settings.getState().deviceTranslation).toBe('on');
  });

  test.each(['rejects', 'hangs'] as const)('that %s is replaced by the server', async (trouble) => {
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(new DOMException('late', 'TimeoutError')), Math.min(ms, 500));
      return controller.signal;
    });
    install({ 'zh en': 'available' }).trouble = trouble;
    await server.hostDoes(session.id, '你好，准备好了吗？');
    await open();
    await expect.element(log.getByText('Translated from Chinese by the phrase book')).toBeVisible();
    vi.mocked(AbortSignal.timeout).mockRestore();
  });
});

describe('without it', () => {
  test('the server translates, and neither an offer nor a setting is shown', async () => {
    expect('Translator' in globalThis).toBe(false);
    await server.hostDoes(session.id, '你好，准备好了吗？');
    await server.hostDoes(session.id, CHINESE);
    await open();
    await expect.element(log.getByText('Translated from Chinese by the phrase book')).toBeVisible();
    await expect.element(text(CHINESE)).toBeVisible();
    await expect.element(accept).not.toBeInTheDocument();
    expect(deviceModels.getState().wanted).toEqual([]);
    await cleanup();
    await show(<SettingsScreen />, '/settings');
    await expect.element(page.getByRole('heading', { name: 'Frame rate' })).toBeVisible();
    await expect.element(page.getByText('Translate chat on this device')).not.toBeInTheDocument();
  });

  test('a translation server’s translation is labelled as such', async () => {
    const body = { success: true, translated: 'How many hits?', detectedLanguage: 'zh', targetLanguage: 'en' };
    server.instead = (_, path) => (path === '/api/translate' ? json({ ...body, provider: 'server' }) : null);
    await server.hostDoes(session.id, CHINESE);
    await open();
    await expect.element(text('How many hits?')).toBeVisible();
    await expect.element(log.getByText('Translated from Chinese by the server')).toBeVisible();
  });

  test('a reader who is not signed in sees translations too', async () => {
    const { player } = account.getState();
    account.setState({ player: null });
    await server.hostDoes(session.id, '谢谢大家');
    await open();
    await expect.element(log.getByText('Translated from Chinese by the phrase book')).toBeVisible();
    account.setState({ player });
  });
});

describe('the language', () => {
  test('is the one chosen on the site, and follows a switch without a new connection', async () => {
    const sent: string[] = [];
    const realSend = WebSocket.prototype.send;
    const send = vi.spyOn(WebSocket.prototype, 'send').mockImplementation(function record(this: WebSocket, data) {
      if (typeof data === 'string') sent.push(data);
      realSend.call(this, data);
    });
    await loadLanguage('ja');
    const unwatch = await subscribeToSession(session.id);
    await open();
    await server.hostDoes(session.id, 'good luck!');
    await expect.element(text('グッドラック！')).toBeVisible();
    await expect.element(log.getByText('英語から翻訳 · フレーズ集')).toBeVisible();
    const connections = (): number => sent.filter((data) => data.includes('"type":"init"')).length;
    const before = connections();
    await loadLanguage('zh');
    await expect.element(text('祝你好运！')).toBeVisible();
    expect(sent.some((data) => data.includes('"type":"set_language","language":"zh"'))).toBe(true);
    expect(connections()).toBe(before);
    // The server sends the next message with a translation into the new language.
    const asked = translations();
    await server.hostDoes(session.id, 'thanks!');
    await expect.element(text('谢谢！')).toBeVisible();
    expect(translations()).toBe(asked);
    send.mockRestore();
    unwatch();
  });
});
