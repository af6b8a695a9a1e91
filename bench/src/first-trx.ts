import type { Browser, Locator } from 'playwright';

/**
 * Clicks on the page from the first look at the landing page to a running Solo TRX round, by a visitor who has a wallet. The wallet's own two
 * confirmations are not on the page and do not count.
 */
export async function countClicksToFirstTrx(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 } });
  const page = await context.newPage();
  const main = page.getByRole('main');
  let clicks = 0;
  const click = async (control: Locator): Promise<void> => {
    await control.click();
    clicks++;
  };
  await page.goto(`${url}/?lang=en`, { waitUntil: 'networkidle' });
  await click(page.getByRole('banner').getByRole('button', { name: 'Connect TronLink', exact: true }));
  for (let time = 0; time < 2; time++) await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await click(main.locator('a[href="/arena?mode=solo"]').first());
  await click(main.getByRole('button', { name: 'Start Game' }).first());
  const isRunning = page.locator('[data-play-running]');
  // What is asked before the first round: the player's age, and whether to take the lesson.
  const question = page
    .getByRole('button', { name: 'I am 18 or older' })
    .or(page.getByRole('button', { name: 'Skip', exact: true }));
  for (;;) {
    await question.or(isRunning).first().waitFor();
    if (await isRunning.isVisible()) break;
    await click(question.first());
    await question.first().waitFor({ state: 'hidden' });
  }
  await context.close();
  return clicks;
}
