import { describe, expect, test } from 'vitest';
import { makeDeepLink, makeTokenPocketLink } from './deep-link.ts';

const PAGE = 'https://play.example/arena?a=1&b=ü';

/** The JSON of a link's only parameter. */
const paramOf = (link: string | null, scheme: string, name: string): unknown => {
  const url = new URL(link ?? '');
  expect(`${url.protocol}//${url.host}`).toBe(scheme);
  expect([...url.searchParams.keys()]).toEqual([name]);
  return JSON.parse(url.searchParams.get(name) ?? '');
};

describe('a link into a wallet app', () => {
  test('opens the page in TronLink', () => {
    expect(paramOf(makeDeepLink(PAGE), 'tronlinkoutside://pull.activity', 'param')).toEqual({
      url: 'https://play.example/arena?a=1&b=%C3%BC',
      action: 'open',
      protocol: 'tronlink',
      version: '1.0',
    });
  });

  test('opens the page in TokenPocket with a TRON wallet', () => {
    expect(paramOf(makeTokenPocketLink(PAGE, 'Popfray'), 'tpdapp://open', 'params')).toEqual({
      url: 'https://play.example/arena?a=1&b=%C3%BC',
      chain: 'TRX',
      source: 'Popfray',
    });
  });

  test.each(['javascript:alert(1)', 'data:text/html,x', 'play.example', ''])('has no page in %j', (url) => {
    expect(makeDeepLink(url)).toBeNull();
    expect(makeTokenPocketLink(url, 'Popfray')).toBeNull();
  });
});
