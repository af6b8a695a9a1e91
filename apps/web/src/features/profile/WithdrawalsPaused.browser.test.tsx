import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { platformStats } from '../../data/platform/platform-stats.ts';
import { loadTexts } from '../../data/messages/texts.ts';
import { expectAccessible } from '../../testing/accessibility.ts';
import { openAnswers } from '../../testing/answers.ts';
import { show } from '../../testing/show.tsx';
import { WithdrawalsPaused } from './WithdrawalsPaused.tsx';

afterEach(async () => {
  await cleanup();
  platformStats.store.setState(platformStats.store.getInitialState(), true);
  vi.restoreAllMocks();
});

const notice = page.getByRole('main').getByRole('status');

async function open(areWithdrawalsPaused: boolean): Promise<void> {
  const answers = openAnswers({ '/api/platform-stats': { areWithdrawalsPaused } });
  await loadTexts('profile');
  await show(
    <main>
      <h1>Profile</h1>
      <WithdrawalsPaused />
    </main>,
    '/',
  );
  await expect.poll(() => answers.asked).toContain('/api/platform-stats');
}

test('says that withdrawals are paused, and that nothing is lost', async () => {
  await open(true);
  await expect
    .element(notice)
    .toHaveTextContent(
      'Withdrawals are paused while the house checks its books. What you withdraw now is kept and leaves when the check is done. Nothing is lost.',
    );
  await expectAccessible();
});

test('shows nothing while withdrawals are open', async () => {
  await open(false);
  await expect.poll(() => platformStats.store.getState().value).toEqual({ areWithdrawalsPaused: false });
  await expect.element(notice).not.toBeInTheDocument();
});
