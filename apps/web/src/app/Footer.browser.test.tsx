import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import { account, INITIAL_ACCOUNT } from '../data/account/state.ts';
import { platformStats } from '../data/platform/platform-stats.ts';
import { connectivity } from '../data/api/connectivity.ts';
import { gameSocket } from '../data/game-socket/state.ts';
import { expectAccessible } from '../testing/accessibility.ts';
import { openAnswers, type Answers } from '../testing/answers.ts';
import { show } from '../testing/show.tsx';
import { FIRST } from '../testing/tronlink.ts';
import { Footer } from './Footer.tsx';

const HEALTHY = { isNetworkOnline: true, isBridgeActive: true };

let answers: Answers;
const lines = (): readonly (string | null)[] =>
  [...document.querySelectorAll('footer li:not(:has(a))')].map(({ textContent }) => textContent);

beforeEach(() => {
  answers = openAnswers({ '/api/platform-stats': HEALTHY });
});
afterEach(async () => {
  await cleanup();
  vi.restoreAllMocks();
  account.setState(INITIAL_ACCOUNT, true);
  platformStats.store.setState(platformStats.store.getInitialState(), true);
  gameSocket.setState(gameSocket.getInitialState(), true);
  connectivity.setState({ status: 'online' });
});

test('links to the games and to support', async () => {
  await show(<Footer />, '/lobby');
  const found = [...document.querySelectorAll('footer a')].map((link) => [link.textContent, link.getAttribute('href')]);
  expect(found).toEqual(
    expect.arrayContaining([
      ['Classic Mode', '/game'],
      ['Cross-Chain Battle', '/lobby'],
      ['Upgrade Store', '/upgrades'],
      ['Leaderboard', '/#leaderboard'],
      ['How to Play', '/how-to-play'],
      ['Wallet Setup', '/wallet-setup'],
      ['FAQ', '/faq'],
      ['Contact Us', '/contact'],
      ['Play responsibly', '/play-responsibly'],
      ['Fairness', '/fairness'],
    ]),
  );
  await expectAccessible();
});

test('shows what works, live', async () => {
  gameSocket.setState({ status: 'connected' });
  account.setState({ wallet: 'connected', address: FIRST });
  await show(<Footer />, '/lobby');
  await expect
    .poll(lines)
    .toEqual(['Tron Network Online', 'Cross-Chain Bridge Active', 'Game Servers Stable', 'TronLink Connected']);
});

test('shows what does not work', async () => {
  answers.by.set('/api/platform-stats', { isNetworkOnline: false, isBridgeActive: false });
  await show(<Footer />, '/lobby');
  await expect
    .poll(lines)
    .toEqual(['Tron Network Offline', 'Cross-Chain Bridge Offline', 'Game Servers Offline', 'TronLink Not Connected']);
});

test('shows nothing that is unknown', async () => {
  answers.by.set('/api/platform-stats', 502);
  gameSocket.setState({ status: 'connecting' });
  await show(<Footer />, '/lobby');
  await expect.poll(() => platformStats.store.getState().hasFailed).toBe(true);
  expect(lines()).toEqual(['Tron Network …', 'Cross-Chain Bridge …', 'Game Servers …', 'TronLink Not Connected']);
});

test('sends no requests while it is not visible', async () => {
  await show(
    <>
      <div style={{ height: '300vh' }} />
      <Footer />
    </>,
    '/lobby',
  );
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(answers.asked).toEqual([]);
  document.querySelector('footer')?.scrollIntoView();
  await expect.poll(() => answers.asked).toEqual(['/api/platform-stats']);
});
