import { afterEach, describe, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { disconnect, wallet, walletState } from './wallet.ts';
import { WalletDialog } from './WalletDialog.tsx';

// What the dev wallet asks, answered by keys alone.

afterEach(async () => {
  walletState.getState().question?.answer(false);
  disconnect();
  await cleanup();
});

const focused = (): string | null => document.activeElement?.textContent ?? null;

/** The dialog that is open, once it is. */
async function dialog(): Promise<HTMLDialogElement> {
  await expect.poll(() => document.querySelector('dialog')?.open).toBe(true);
  return document.querySelector('dialog') as HTMLDialogElement;
}

/** A wallet that has agreed to this page. */
async function connected(): Promise<void> {
  const connecting = wallet.connect();
  await dialog();
  walletState.getState().question?.answer(true);
  await connecting;
}

describe('the dev wallet’s dialog', () => {
  test('takes the focus to the answer that does nothing, and says yes by Tab and Enter', async () => {
    await render(<WalletDialog />);
    const answer = wallet.connect();
    const address = walletState.getState().question?.text;
    expect((await dialog()).textContent).toContain(address);
    expect(focused()).toBe('Reject');
    await userEvent.tab();
    expect(focused()).toBe('Approve');
    await userEvent.keyboard('{Enter}');
    expect(await answer).toEqual({ ok: true, value: address });
    await expect.poll(() => document.querySelector('dialog')).toBeNull();
  });

  test('says no by Escape, however often, and by Space on the answer that has the focus', async () => {
    await render(<WalletDialog />);
    for (const keys of ['{Escape}', '{Escape}{Escape}', ' ']) {
      const answer = wallet.connect();
      await dialog();
      await userEvent.keyboard(keys);
      expect(await answer).toMatchObject({ ok: false, error: { code: 'ERR_WALLET_REJECTED' } });
      await expect.poll(() => document.querySelector('dialog')).toBeNull();
    }
  });

  test('shows what is signed word for word, keeps the focus within, and gives it back', async () => {
    await render(
      <>
        <button type="button">Join</button>
        <WalletDialog />
      </>,
    );
    await connected();
    document.querySelector('button')?.focus();
    const text = 'Popfray: take a seat in a battle\nName: "<b>Sol</b>"';
    const signing = wallet.signMessage(text);
    expect((await dialog()).querySelector('pre')?.textContent).toBe(text);
    for (let turn = 0; turn < 4; turn++) await userEvent.tab();
    expect(focused()).not.toBe('Join');
    await userEvent.keyboard('{Escape}');
    expect((await signing).ok).toBe(false);
    await expect.poll(focused).toBe('Join');
    const again = wallet.signMessage(text);
    await dialog();
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    expect((await again).ok).toBe(true);
    await expect.poll(focused).toBe('Join');
  });

  test('answers an earlier question with no when there is a later one', async () => {
    await render(<WalletDialog />);
    await connected();
    const earlier = wallet.signMessage('first');
    const later = wallet.signMessage('second');
    expect((await earlier).ok).toBe(false);
    expect((await dialog()).textContent).toContain('second');
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    expect((await later).ok).toBe(true);
  });
});
