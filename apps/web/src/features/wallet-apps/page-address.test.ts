import { expect, test } from 'vitest';
import { isReachable, makePageAddress } from './page-address.ts';

test.each([
  ['the path', 'https://play.example/battle/abc', 'https://play.example/battle/abc'],
  [
    'the mode and the language',
    'https://play.example/arena?lang=ja&mode=solo',
    'https://play.example/arena?mode=solo&lang=ja',
  ],
  ['the session of a room', 'https://play.example/game?session=abc', 'https://play.example/game?session=abc'],
])('a page keeps %s', (_, from, to) => {
  expect(makePageAddress(new URL(from))).toBe(to);
});

test.each([
  ['a fragment', 'https://play.example/replay#r=AAAA', 'https://play.example/replay'],
  ['other parameters', 'https://play.example/arena?token=1&mode=solo', 'https://play.example/arena?mode=solo'],
  ['a name and a password', 'https://ann:secret@play.example/lobby', 'https://play.example/lobby'],
])('a page does not hand over %s', (_, from, to) => {
  expect(makePageAddress(new URL(from))).toBe(to);
});

test('the address stays on the origin of the page with any path', () => {
  const address = makePageAddress({
    origin: 'https://play.example',
    pathname: '//evil.example/x',
    search: '?mode=//evil',
  });
  expect(new URL(address).origin).toBe('https://play.example');
});

test.each([
  ['https://play.example/', true],
  ['http://192.168.1.7:3000/', true],
  ['http://localhost:3000/', false],
  ['http://127.0.0.1:3000/', false],
  ['http://[::1]:3000/', false],
])('%s can be reached by another device: %s', (address, isReached) => {
  expect(isReachable(address)).toBe(isReached);
});
