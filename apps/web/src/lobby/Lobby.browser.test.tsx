import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { App } from '../App.tsx';
import { openServer, type TestServer } from '../testing/server.ts';
import { signInByDevWallet, press } from '../testing/money.ts';
import '../style.css';

let server: TestServer;

beforeAll(async () => {
  localStorage.clear();
  sessionStorage.clear();
  vi.spyOn(console, 'warn').mockReturnValue();
  server = await openServer();
});
afterAll(async () => {
  vi.restoreAllMocks();
  await server.stop();
});
beforeEach(() => undefined);
afterEach(async () => {
  await cleanup();
});

async function open(path: string) {
  history.replaceState(null, '', path);
  await render(<App />);
}

describe('the lobby', () => {
  test('shows', async () => {
    await open('/lobby');
    await expect.element(page.getByText('No active cross-chain battles')).toBeVisible();
    await signInByDevWallet();
    await page.getByRole('button', { name: 'Create Battle' }).click();
    await page.getByLabelText('Session name').fill('Friday');
    await page.getByLabelText('Entry fee (TRX)').fill('5');
    await page.getByRole('button', { name: 'Pay 5 TRX and create' }).click();
    await press('Confirm');
    await expect.poll(() => location.pathname, { timeout: 10_000 }).toMatch('/cross-chain-session/');
    await expect.element(page.getByText('Session Created!'), { timeout: 15_000 }).toBeVisible();
    await cleanup();
    await open('/lobby');
    await expect.element(page.getByText('Friday')).toBeVisible();
  });
});
