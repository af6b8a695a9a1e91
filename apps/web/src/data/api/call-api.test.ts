import { CALLS, FAILURES } from '@popfray/protocol';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { account, INITIAL_ACCOUNT } from '../account/state.ts';
import { LANGUAGES, type Language } from '../messages/language.ts';
import { loadLanguage } from '../messages/texts.ts';
import { makePlayer } from '../../testing/sign-in-desk.ts';
import { FIRST } from '../../testing/tronlink.ts';
import { ApiError } from './api-error.ts';
import { callApi, callApiOrNull } from './call-api.ts';
import { markOnline, connectivity } from './connectivity.ts';

const send = vi.fn<typeof fetch>();
const sent = () => ({ path: send.mock.calls[0]?.[0], init: send.mock.calls[0]?.[1] });
const failure = async (asked: Promise<unknown>): Promise<ApiError> => {
  const error = await asked.catch((thrown: unknown) => thrown);
  if (!(error instanceof ApiError)) throw new Error('No ApiError was thrown.');
  return error;
};

beforeEach(() => {
  send.mockReset();
  vi.stubGlobal('fetch', send);
});
afterEach(() => {
  markOnline();
  account.setState(INITIAL_ACCOUNT);
  vi.unstubAllGlobals();
});

describe('a call', () => {
  test('without a body sends its credentials and no content type', async () => {
    send.mockResolvedValue(Response.json([]));
    await callApi(CALLS.getUpgrades);
    expect(sent().path).toBe('/api/upgrades');
    expect(sent().init).toMatchObject({ method: 'GET', credentials: 'include' });
    expect(sent().init?.headers).toBeUndefined();
    expect(sent().init?.body).toBeUndefined();
  });

  test('with a body sends JSON', async () => {
    send.mockResolvedValue(Response.json({}));
    await callApi(CALLS.signOut, { body: {} });
    expect(sent().init).toMatchObject({
      method: 'POST',
      credentials: 'include',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
    });
  });

  test('encodes the parameters of its path and its query', async () => {
    send.mockResolvedValue(Response.json([]));
    await callApi(CALLS.getPlayerUpgrades, { params: { address: '../me?x=1#' } });
    expect(sent().path).toBe('/api/player-upgrades/..%2Fme%3Fx%3D1%23');
    send.mockClear().mockResolvedValue(Response.json({ balanceSun: 0, lines: [], next: null }));
    await callApi(CALLS.getMyLedger, { query: { before: 7, limit: undefined } });
    expect(sent().path).toBe('/api/ledger/me?before=7');
  });

  test('without a required parameter is a bug', async () => {
    await expect(callApi(CALLS.getRound)).rejects.toThrow('needs id');
    expect(send).not.toHaveBeenCalled();
  });
});

describe('an answer', () => {
  test('is read by its schema', async () => {
    const player = makePlayer(FIRST);
    send.mockResolvedValue(Response.json(player));
    await expect(callApi(CALLS.getMe)).resolves.toEqual(player);
  });

  test.each([
    ['of another shape', '{"address":1}', '200: {"address":1}'],
    ['that is a page', '<html>', '200: <html>'],
  ])('%s is refused', async (_, body, message) => {
    send.mockResolvedValue(new Response(body));
    expect(await failure(callApi(CALLS.getMe))).toMatchObject({ status: 200, code: null, message });
  });

  test.each(LANGUAGES)(
    'that is a failure of ours has its code, and words in the reader’s language: %s',
    async (language) => {
      const words: Readonly<Record<Language, string>> = {
        en: FAILURES.ERR_RATE.message,
        zh: '请求过多，请稍候再试。',
        ja: 'リクエストが多すぎます。少し待ってからお試しください。',
      };
      await loadLanguage(language);
      send.mockResolvedValue(Response.json({ error: { code: 'ERR_RATE', message: 'Slow down.' } }, { status: 429 }));
      expect(await failure(callApi(CALLS.signOut, { body: {} }))).toMatchObject({
        status: 429,
        code: 'ERR_RATE',
        message: words[language],
      });
      await loadLanguage('en');
    },
  );

  test.each([
    ['the body', new Response('Bad news', { status: 500, statusText: 'Internal Server Error' }), '500: Bad news'],
    ['the status text', new Response('', { status: 502, statusText: 'Bad Gateway' }), '502: Bad Gateway'],
    [
      'the body of a code that is not ours',
      Response.json({ error: { code: 'toString', message: 'x' } }, { status: 400 }),
      '400: {"error":{"code":"toString","message":"x"}}',
    ],
  ])('of any other kind is an error with its status and %s', async (_, response, message) => {
    send.mockResolvedValue(response);
    expect(await failure(callApi(CALLS.getMe))).toMatchObject({ status: response.status, code: null, message });
  });

  test('that never arrives is an error with a text, and marks the page offline', async () => {
    send.mockRejectedValue(new TypeError('Failed to fetch'));
    expect(await failure(callApi(CALLS.getMe))).toMatchObject({
      status: 0,
      code: null,
      message: 'Network connection failed. Please check your connection and try again.',
    });
    expect(connectivity.getState().status).toBe('offline');
  });

  test('to an aborted call does not change the connectivity', async () => {
    send.mockImplementation((_, init) => Promise.reject(init?.signal?.reason as Error));
    await expect(callApi(CALLS.getMe, { signal: AbortSignal.abort() })).rejects.toThrow('aborted');
    expect(connectivity.getState().status).toBe('online');
  });
});

describe('a 401', () => {
  const signedOut = () => Response.json({ error: { code: 'ERR_SIGNED_OUT', message: 'No.' } }, { status: 401 });

  test('is an error by default, and null for callApiOrNull', async () => {
    send.mockImplementation(() => Promise.resolve(signedOut()));
    expect(await failure(callApi(CALLS.getMe))).toMatchObject({ status: 401, code: 'ERR_SIGNED_OUT' });
    await expect(callApiOrNull(CALLS.getMe)).resolves.toBeNull();
  });

  test('of an ended sign-in signs the page out, and leaves the wallet connected', async () => {
    account.setState({ wallet: 'connected', address: FIRST, player: makePlayer(FIRST) });
    send.mockResolvedValue(signedOut());
    await callApiOrNull(CALLS.getMyLedger);
    expect(account.getState()).toMatchObject({ wallet: 'connected', player: null });
  });

  test('that arrives late does not sign out a player who has signed in since', async () => {
    send.mockImplementation(() => {
      account.setState({ wallet: 'connected', address: FIRST, player: makePlayer(FIRST) });
      return Promise.resolve(signedOut());
    });
    await callApiOrNull(CALLS.getMyLedger);
    expect(account.getState().player).not.toBeNull();
  });

  test('of a signature does not sign out', async () => {
    account.setState({ wallet: 'connected', address: FIRST, player: makePlayer(FIRST) });
    send.mockResolvedValue(Response.json({ error: { code: 'ERR_SIGNATURE', message: 'No.' } }, { status: 401 }));
    await callApiOrNull(CALLS.getMe);
    expect(account.getState().player).not.toBeNull();
  });
});
