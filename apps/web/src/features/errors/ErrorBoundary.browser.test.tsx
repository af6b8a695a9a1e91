import { Suspense, type ReactElement } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { Link, useLocation } from 'wouter';
import { markOnline, connectivity } from '../../data/api/connectivity.ts';
import { expectAccessible } from '../../testing/accessibility.ts';
import { openAnswers, type Answers } from '../../testing/answers.ts';
import { show } from '../../testing/show.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { lazy } from '../../data/chunks/lazy.ts';

const GOOD = 'All is well.';
/** The error that the part throws; null for none. */
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
  markOnline();
  connectivity.setState({ status: 'online' });
});

test('shows what happened, and links to the money and home', async () => {
  await show(<Screens />, '/');
  await expect.element(alert.getByText('What happened: Error: On purpose.')).toBeVisible();
  await expect.element(alert.getByRole('link', { name: 'Balance and payments' })).toHaveAttribute('href', '/profile');
  await expect.element(alert.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/');
  await expect.element(alert.getByRole('button', { name: 'Reload' })).toBeVisible();
  await expectAccessible();
});

test('retries without a reload, repeatedly', async () => {
  await show(<Screens />, '/');
  await press('Try again');
  await expect.element(alert).toBeVisible();
  fault = null;
  await press('Try again');
  await expect.element(page.getByText(GOOD)).toBeVisible();
});

test('another screen is rendered', async () => {
  await show(<Screens />, '/');
  await expect.element(alert).toBeVisible();
  fault = null;
  await page.getByRole('link', { name: 'Elsewhere' }).click();
  await expect.element(page.getByText(GOOD)).toBeVisible();
});

/** A part that cannot be fetched until `comes` is set. */
function showMissing(isPart = true): { comes: () => void } {
  let isHere = false;
  const Missing = lazy(async () => {
    if (!isHere) throw new TypeError('Failed to fetch dynamically imported module: /assets/part.js');
    return Promise.resolve({ default: () => <p>{GOOD}</p> });
  });
  void show(
    <ErrorBoundary isPart={isPart}>
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

test('a missing chunk is fetched again', async () => {
  const part = showMissing();
  await expect.element(alert.getByText('A part of this page did not load')).toBeVisible();
  // The server is reachable and has another version.
  await expect.poll(() => connectivity.getState().status).toBe('outdated');
  part.comes();
  await press('Try again');
  await expect.element(page.getByText(GOOD)).toBeVisible();
});

test('and automatically when the server is back', async () => {
  answers.by.delete('/healthz');
  const part = showMissing();
  await expect.element(alert.getByText('A part of this page did not load')).toBeVisible();
  await expect.poll(() => connectivity.getState().status).toBe('offline');
  part.comes();
  markOnline();
  await expect.element(page.getByText(GOOD)).toBeVisible();
});

test('a missing screen without a connection shows that the page is offline, and what works', async () => {
  answers.by.delete('/healthz');
  showMissing(false);
  await expect.element(alert.getByRole('heading', { level: 1, name: 'You are offline' })).toBeVisible();
  await expect.element(alert.getByText(/^Practice and replays still work\./)).toBeVisible();
  await expect.element(alert.getByRole('link', { name: 'Free Play' })).toBeVisible();
});
