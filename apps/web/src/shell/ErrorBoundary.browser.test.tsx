import { Suspense, type ReactElement } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { Link, useLocation } from 'wouter';
import { noteReached, reach } from '../api/reach.ts';
import { expectAccessible } from '../testing/accessibility.ts';
import { openAnswers, type Answers } from '../testing/answers.ts';
import { show } from '../testing/show.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { lazy } from './lazy.ts';

const GOOD = 'All is well.';
/** What the part throws; null while it is well. */
let fault: Error | null;
let answers: Answers;

function Fragile(): ReactElement {
  if (fault !== null) throw fault;
  return <p>{GOOD}</p>;
}

function Screens(): ReactElement {
  const [at] = useLocation();
  return (
    <>
      <Link href="/other">{'Elsewhere'}</Link>
      <ErrorBoundary at={at}>
        <Fragile />
      </ErrorBoundary>
    </>
  );
}

const alert = page.getByRole('alert');
const press = (name: string) => alert.getByRole('button', { name }).click();

beforeEach(() => {
  fault = new Error('On purpose.');
  answers = openAnswers({ '/healthz': '{}' });
  vi.spyOn(console, 'error').mockReturnValue();
});
afterEach(async () => {
  await cleanup();
  vi.restoreAllMocks();
  noteReached();
  reach.setState({ reach: 'online' });
});

test('says what happened, and leads to the money and home', async () => {
  await show(<Screens />, '/');
  await expect.element(alert.getByText('What happened: Error: On purpose.')).toBeVisible();
  await expect.element(alert.getByRole('link', { name: 'Balance and payments' })).toHaveAttribute('href', '/profile');
  await expect.element(alert.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/');
  await expect.element(alert.getByRole('button', { name: 'Reload' })).toBeVisible();
  await expectAccessible();
});

test('tries again without a reload, as often as it takes', async () => {
  await show(<Screens />, '/');
  await press('Try again');
  await expect.element(alert).toBeVisible();
  fault = null;
  await press('Try again');
  await expect.element(page.getByText(GOOD)).toBeVisible();
});

test('another screen gets its own try', async () => {
  await show(<Screens />, '/');
  await expect.element(alert).toBeVisible();
  fault = null;
  await page.getByRole('link', { name: 'Elsewhere' }).click();
  await expect.element(page.getByText(GOOD)).toBeVisible();
});

/** A part that cannot be fetched until `comes`. */
function showMissing(): { comes: () => void } {
  let isHere = false;
  const Missing = lazy(async () => {
    if (!isHere) throw new TypeError('Failed to fetch dynamically imported module: /assets/part.js');
    return Promise.resolve({ default: () => <p>{GOOD}</p> });
  });
  void show(
    <ErrorBoundary isPart>
      <Suspense>
        <Missing />
      </Suspense>
    </ErrorBoundary>,
    '/',
  );
  return {
    comes() {
      isHere = true;
    },
  };
}

test('a part that is missing is fetched again', async () => {
  const part = showMissing();
  await expect.element(alert.getByText('A part of Popfray is missing')).toBeVisible();
  // The server is there: it has another version by now.
  await expect.poll(() => reach.getState().reach).toBe('outdated');
  part.comes();
  await press('Try again');
  await expect.element(page.getByText(GOOD)).toBeVisible();
});

test('and by itself when the server is back', async () => {
  answers.by.delete('/healthz');
  const part = showMissing();
  await expect.element(alert.getByText('A part of Popfray is missing')).toBeVisible();
  await expect.poll(() => reach.getState().reach).toBe('offline');
  part.comes();
  noteReached();
  await expect.element(page.getByText(GOOD)).toBeVisible();
});
