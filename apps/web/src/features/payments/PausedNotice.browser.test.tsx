import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { platformStats } from '../../data/platform/platform-stats.ts';
import { loadLanguage } from '../../data/messages/texts.ts';
import { expectAccessible } from '../../testing/accessibility.ts';
import { openAnswers } from '../../testing/answers.ts';
import { show } from '../../testing/show.tsx';
import { PausedNotice } from './PausedNotice.tsx';

afterEach(async () => {
  await cleanup();
  platformStats.store.setState(platformStats.store.getInitialState(), true);
  await loadLanguage('en');
  vi.restoreAllMocks();
});

const notice = page.getByRole('main').getByRole('status');

async function open(isPaidPlayPaused: boolean): Promise<void> {
  const answers = openAnswers({ '/api/platform-stats': { isPaidPlayPaused } });
  await show(
    <main>
      <h1>Store</h1>
      <PausedNotice />
    </main>,
    '/',
  );
  await expect.poll(() => answers.asked).toContain('/api/platform-stats');
}

test('says in the reader’s language that paid play is paused', async () => {
  await open(true);
  await expect.element(notice).toHaveTextContent('Paid play is paused for now. Free play and withdrawals continue.');
  await expectAccessible();
  await loadLanguage('ja');
  const words = '有料プレイは一時停止中です。フリープレイと引き出しは続けられます。';
  await expect.element(notice).toHaveTextContent(words);
});

test('shows nothing while it is not paused', async () => {
  await open(false);
  await expect.poll(() => platformStats.store.getState().value).toEqual({ isPaidPlayPaused: false });
  await expect.element(notice).not.toBeInTheDocument();
});
