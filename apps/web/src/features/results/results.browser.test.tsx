import { arena, createRound, crossChain, seededEntropy, type Rules } from '@popfray/engine';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { changeSettings, DEFAULT_SETTINGS } from '../../data/settings/settings.ts';
import { initSettings } from '../../data/settings/init.ts';
import { show } from '../../testing/show.tsx';
import { CountUp } from './CountUp.tsx';
import { Confetti } from './Confetti.tsx';
import { makeTextOf } from './replay-text.ts';
import { ResultLinks } from './lazy-parts.ts';
import { useFlyingTrx } from './use-flying-trx.ts';

initSettings();
beforeEach(() => changeSettings(DEFAULT_SETTINGS));
afterEach(async () => {
  changeSettings(DEFAULT_SETTINGS);
  await cleanup();
});

/** The replay text of a round without clicks. */
function textOf(rules: Rules): string {
  const made = createRound({ rules, entropy: seededEntropy('RESULT') });
  if (!made.ok) throw new Error(made.error.code);
  expect(makeTextOf(made.value)).toBeNull();
  made.value.advanceTo(rules.durationMs);
  const text = makeTextOf(made.value);
  if (text === null) throw new Error('There is no replay.');
  return text;
}

/** A figure that flies to the balance. */
function Earned({ amount }: { readonly amount: string }) {
  const figure = useFlyingTrx(amount);
  return <div ref={figure}>Earned</div>;
}

/** A figure, and the balance in the header that it flies to. */
function Credited({ amount }: { readonly amount: string }) {
  return (
    <>
      <div className="wallet-button fixed top-0 right-0">Wallet</div>
      <Earned amount={amount} />
    </>
  );
}

const flying = (): Element | null => document.querySelector('.flying-trx');

describe('a victory', () => {
  test('has figures that count, confetti and an amount that flies to the balance', async () => {
    const seen = new Set<string>();
    await render(
      <>
        <CountUp value={1_234} show={(value) => `${String(value)} points`} />
        <Confetti />
        <Credited amount="+5 TRX" />
      </>,
    );
    expect(document.querySelectorAll('[data-confetti] > i').length).toBeGreaterThan(20);
    expect(flying()?.textContent).toBe('+5 TRX');
    await expect
      .poll(
        () => {
          const text = document.querySelector('span')?.textContent ?? '';
          seen.add(text);
          return text;
        },
        { interval: 20 },
      )
      .toBe('1234 points');
    expect(seen.size).toBeGreaterThan(1);
    await expect.poll(flying).toBeNull();
    await expect.poll(() => document.querySelector('[data-confetti]')).toBeNull();
  });

  test('is shown without any movement when motion is reduced', async () => {
    changeSettings({ motion: 'reduced' });
    await render(
      <>
        <CountUp value={1_234} show={(value) => `${String(value)} points`} />
        <Confetti />
        <Credited amount="+5 TRX" />
      </>,
    );
    expect(document.querySelector('span')?.textContent).toBe('1234 points');
    await new Promise((resolve) => requestAnimationFrame(resolve));
    expect(document.querySelector('span')?.textContent).toBe('1234 points');
    expect(document.querySelector('[data-confetti]')).toBeNull();
    expect(flying()).toBeNull();
  });
});

test('an amount flies to the balance below the result where the header is out of view', async () => {
  await render(
    <>
      <div className="wallet-button" style={{ position: 'fixed', top: -200, right: 0 }}>
        Wallet
      </div>
      <Earned amount="+5 TRX" />
      <p className="result-balance" style={{ position: 'fixed', bottom: 0, left: 0, margin: 0 }}>
        Balance
      </p>
    </>,
  );
  const effect = flying()?.getAnimations()[0]?.effect;
  const end = effect instanceof KeyframeEffect ? effect.getKeyframes().at(-1) : undefined;
  // Down: the balance is at the bottom of the window.
  expect(String(end?.['transform'])).toMatch(/^translate\(-?[\d.]+px, [1-9]/);
});

describe('the links of a result', () => {
  test('share, watch and race a round whose bubbles can be played again', async () => {
    const text = textOf(arena);
    await show(<ResultLinks replayText={text} />, '/arena');
    await expect.element(page.getByRole('button', { name: 'Share' })).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Watch replay' })).toHaveAttribute('href', `/replay#r=${text}`);
    await expect.element(page.getByRole('link', { name: 'Race this' })).toHaveAttribute('href', `/race#r=${text}`);
  });

  test('race a round of a battle too, and send no challenge without points', async () => {
    const text = textOf(crossChain);
    await show(<ResultLinks replayText={text} />, '/arena');
    await expect.element(page.getByRole('link', { name: 'Race this' })).toHaveAttribute('href', `/race#r=${text}`);
    await expect.element(page.getByRole('button', { name: 'Challenge a friend' })).not.toBeInTheDocument();
  });
});
