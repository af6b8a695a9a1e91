import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { loadLanguage } from '../../data/messages/texts.ts';
import { toasts } from '../../ui/toast.ts';
import { expectAccessible } from '../../testing/accessibility.ts';
import { show } from '../../testing/show.tsx';
import { FAQ_CATEGORIES, FAQ_ENTRIES } from './faq-entries.ts';
import { Faq } from './Faq.tsx';

const open = (hash = ''): Promise<void> => show(<Faq />, `/faq${hash}`);
const search = page.getByRole('searchbox');
const status = page.getByRole('status');
const shown = (): string[] => [...document.querySelectorAll('details')].map(({ id }) => id);
const opened = (): string[] => [...document.querySelectorAll('details[open]')].map(({ id }) => id);

afterEach(async () => {
  await cleanup();
  await loadLanguage('en');
});

test('has nineteen questions in six categories, each with a unique id and all figures', async () => {
  await open();
  await expect.element(status).toHaveTextContent('19 questions');
  expect(shown()).toEqual(FAQ_ENTRIES.map(({ id }) => id));
  expect(new Set(shown())).toHaveLength(19);
  expect(new Set(FAQ_ENTRIES.map(({ category }) => category))).toEqual(new Set(FAQ_CATEGORIES));
  expect(document.body.textContent).not.toMatch(/NaN|undefined|\{\w+/);
});

describe('a search', () => {
  test('finds by words, by tags and by category alone', async () => {
    await open();
    await search.fill('PHISHING');
    expect(shown()).toEqual(['wallet-safe']);
    await expect.element(status).toHaveTextContent('1 question');
    // It is one of few results, so it is expanded.
    expect(opened()).toEqual(['wallet-safe']);
    await page.getByRole('button', { name: 'Search for scam' }).click();
    await expect.element(search).toHaveValue('scam');
    await page.getByRole('button', { name: 'Clear the search' }).click();
    await expect.element(search).toHaveFocus();
    await page.getByText('Earning', { exact: true }).first().click();
    expect(shown()).toEqual(['earn-trx', 'prize-pool', 'withdraw', 'earned-less']);
    await userEvent.keyboard('{ArrowRight}');
    expect(shown()).toEqual(['need-wallet', 'which-network', 'payment-missing', 'cannot-connect']);
  });

  test('that finds nothing says so, and shows everything again', async () => {
    await open();
    await search.fill('  <b>{query}’ ');
    await expect.element(page.getByText('Nothing found for “<b>{query}’”')).toBeVisible();
    await expect.element(status).toHaveTextContent('No questions found');
    await expectAccessible();
    await page.getByRole('button', { name: 'Show all questions' }).click();
    expect(shown()).toHaveLength(19);
    await expect.element(search).toHaveFocus();
  });

  test.each([
    ['zh', '助记词', 'wallet-safe'],
    ['ja', 'ｼｰﾄﾞﾌﾚｰｽﾞ', 'wallet-safe'],
    ['ja', 'ふぃっしんぐ', 'wallet-safe'],
  ] as const)('is in the reader’s language: %s, %s', async (language, words, id) => {
    await open();
    await loadLanguage(language);
    await search.fill(words);
    await expect.poll(shown).toContain(id);
    expect(shown().length).toBeLessThan(4);
  });
});

describe('an address with a question in it', () => {
  test('opens that question and goes there', async () => {
    await open('#how-fair');
    expect(opened()).toEqual(['how-fair']);
    await expect.poll(() => scrollY).toBeGreaterThan(200);
  });

  test('that changes later does too, even if a search hides the question', async () => {
    await open();
    await search.fill('boss');
    location.hash = '#withdraw';
    await expect.poll(opened).toContain('withdraw');
    await expect.element(search).toHaveValue('');
  });

  test.each(['#nothing', '#%E0%A4%A', '#"><img src=x>'])('with an unknown hash opens nothing: %s', async (hash) => {
    await open(hash);
    expect(opened()).toEqual([]);
    expect(shown()).toHaveLength(19);
  });
});

test('a question’s link is copied; a failure is shown', async () => {
  const copy = vi
    .spyOn(navigator.clipboard, 'writeText')
    .mockResolvedValueOnce()
    .mockRejectedValueOnce(new Error('no'));
  await open('#boss');
  const button = page.getByRole('button', { name: 'Copy the link to this question' });
  await button.click();
  expect(copy).toHaveBeenLastCalledWith(`${location.origin}/faq#boss`);
  await page.getByRole('button', { name: 'Copied' }).click();
  await expect.poll(() => toasts.getState().message?.title).toBe('Copy Failed');
  copy.mockRestore();
});

test('the keyboard opens a question', async () => {
  await open();
  document.querySelector<HTMLElement>('#scoring summary')?.focus();
  await userEvent.keyboard('{Enter}');
  expect(opened()).toEqual(['scoring']);
  await expect.element(page.getByText(/the smaller the more/)).toBeVisible();
});
