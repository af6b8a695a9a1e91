import type { ActiveUpgrade } from '@popfray/protocol';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { Route } from 'wouter';
import { account, INITIAL_ACCOUNT } from '../account/state.ts';
import { PATHS } from '../paths.ts';
import { JoinPage } from '../../features/sessions/JoinPage.tsx';
import { json } from '../../testing/money.ts';
import { makeSession } from '../../testing/sessions.ts';
import { show } from '../../testing/show.tsx';
import { makePlayer } from '../../testing/sign-in-desk.ts';
import { Upgrades } from '../../features/upgrades/Upgrades.tsx';
import { queryClient } from './Queries.tsx';
import { updateServerClock } from './server-clock.ts';

const ADDRESS = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
/** A valid session id. */
const SESSION = 'A'.repeat(22);
const HOUR_MS = 3_600_000;

/** Remaining time of everything here by the server's clock, ms: five minutes, with a margin for a slow page. */
const LEFT_MS = 5 * 60_000;
const LEFT = /\b(5:00|4:5\d|4:4\d)\b/;

const realNow = Date.now.bind(Date);

/** Mocks the server's answers with its time in the Date header, for a visitor whose clock is wrong. */
function answerAt(offMs: number): void {
  const endsAt = realNow() + LEFT_MS;
  const upgrade: ActiveUpgrade = {
    upgradeId: 'trx-boost',
    playerId: ADDRESS,
    txHash: 'ab'.repeat(32),
    purchasedAt: endsAt - 30 * 60_000,
    expiresAt: endsAt,
  };
  const answers: Readonly<Record<string, unknown>> = {
    [`/api/player-upgrades/${ADDRESS}`]: [upgrade],
    [`/api/popfray/sessions/${SESSION}`]: makeSession(SESSION, { createdAt: endsAt - 60_000, expiresAt: endsAt }),
  };
  const realFetch = window.fetch.bind(window);
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const path = typeof input === 'string' ? input : '';
    if (!path.startsWith('/api/')) return realFetch(input, init);
    const answer = json(answers[path.split('?')[0] ?? ''] ?? []);
    answer.headers.set('Date', new Date(realNow()).toUTCString());
    return answer;
  });
  vi.spyOn(Date, 'now').mockImplementation(() => realNow() + offMs);
}

beforeEach(() => {
  localStorage.clear();
  queryClient.clear();
  account.setState({ wallet: 'connected', address: ADDRESS, player: makePlayer(ADDRESS) });
});
afterEach(async () => {
  await cleanup();
  vi.restoreAllMocks();
  account.setState(INITIAL_ACCOUNT, true);
  updateServerClock(new Date().toUTCString(), Date.now());
});

describe.each([
  ['five hours behind', -5 * HOUR_MS],
  ['five hours ahead', 5 * HOUR_MS],
])('a visitor whose clock is %s', (_name, offMs) => {
  test('shows the real remaining time of an upgrade', async () => {
    answerAt(offMs);
    await show(<Upgrades />, '/upgrades');
    await expect.element(page.getByText(LEFT).first()).toBeVisible();
  });

  test('shows the real waiting time of a session', async () => {
    answerAt(offMs);
    await show(
      <Route path={`${PATHS.session}/:id?`}>
        <JoinPage />
      </Route>,
      `${PATHS.session}/${SESSION}`,
    );
    await expect.element(page.getByText(LEFT).first()).toBeVisible();
  });
});
