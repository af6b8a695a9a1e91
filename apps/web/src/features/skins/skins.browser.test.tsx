import type { FailureCode, OwnSkins } from '@popfray/protocol';
import { SKIN_LOOKS, TRON_SKIN } from '@popfray/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { account, INITIAL_ACCOUNT } from '../../data/account/state.ts';
import { Queries, queryClient } from '../../data/api/Queries.tsx';
import { refusals } from '../../data/api/refusal.ts';
import { skinOf } from '../../data/settings/palette.ts';
import { DEFAULT_SETTINGS, settings } from '../../data/settings/settings.ts';
import { dismissToast, toasts } from '../../ui/toast.ts';
import { SettingsScreen } from '../settings/SettingsScreen.tsx';
import { expectAccessible } from '../../testing/accessibility.ts';
import { failure, makePayment } from '../../testing/money.ts';
import { show } from '../../testing/show.tsx';
import { makePlayer } from '../../testing/sign-in-desk.ts';
import { SkinStore } from './SkinStore.tsx';

const ADDRESS = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const TRX = 1_000_000;

let own: OwnSkins;
let refusal: FailureCode | null;
let bought: { skinId: string; paymentId: string }[];

beforeEach(() => {
  localStorage.clear();
  settings.setState(DEFAULT_SETTINGS);
  queryClient.clear();
  own = { skins: [], questDays: 2 };
  refusal = null;
  bought = [];
  const player = makePlayer(ADDRESS, { balanceSun: 8 * TRX });
  account.setState({ ...INITIAL_ACCOUNT, wallet: 'connected', address: ADDRESS, player }, true);
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const path = typeof input === 'string' ? input : '';
    if (path === '/api/skins/me') return Response.json(own);
    if (path !== '/api/skins') return new Response('', { status: 503 });
    if (refusal !== null) return failure(refusal);
    const body = JSON.parse(init?.body as string) as (typeof bought)[number];
    bought.push(body);
    own = { ...own, skins: [{ skinId: body.skinId, boughtAt: 1 }] };
    return Response.json(
      makePayment({
        id: body.paymentId,
        purpose: 'skin',
        source: 'balance',
        upgradeId: null,
        skinId: body.skinId,
        status: 'applied',
        unsigned: null,
      }),
    );
  });
});
afterEach(async () => {
  await cleanup();
  dismissToast();
  settings.setState(DEFAULT_SETTINGS);
  account.setState(INITIAL_ACCOUNT, true);
  vi.restoreAllMocks();
});

const open = async (): Promise<void> =>
  show(
    <Queries>
      <SkinStore />
    </Queries>,
    '/upgrades',
  );
const card = (name: string) => page.getByRole('article', { name });
const button = (name: string) => card(name).getByRole('button');

describe('the skins of the store', () => {
  test('have a state each by balance and quests, and are accessible', async () => {
    await open();
    await expect.element(button('Coral Reef')).toHaveTextContent('Buy for 5 TRX');
    await expect.element(button('Neon Night')).toHaveTextContent('Balance too low');
    await expect.element(button('Ember')).toHaveTextContent('Not earned yet');
    await expect.element(card('Ember').getByText(/Complete all quests on 7 days to earn it: 2 so far/)).toBeVisible();
    await button('Neon Night').click({ force: true });
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expectAccessible();
  });

  test('are bought by the keyboard after a confirmation, once, and used at once', async () => {
    await open();
    await expect.element(button('Coral Reef')).toHaveTextContent('Buy for 5 TRX');
    (button('Coral Reef').element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await page.getByRole('dialog').getByRole('button', { name: 'Buy for 5 TRX' }).click();
    await expect.element(button('Coral Reef')).toHaveTextContent('In use: take it off');
    expect(bought.map(({ skinId }) => skinId)).toEqual(['coral-reef']);
    expect(settings.getState().skin).toBe('coral-reef');
    expect(toasts.getState().message?.title).toBe('Coral Reef is yours');
    await button('Coral Reef').click();
    expect(settings.getState().skin).toBeNull();
    await expect.element(button('Coral Reef')).toHaveTextContent('Use it');
  });

  test('are not bought when the player puts it off', async () => {
    await open();
    await button('Coral Reef').click();
    await page.getByRole('button', { name: 'Not now' }).click();
    expect(bought).toEqual([]);
  });

  test.each(['ERR_BALANCE_SHORT', 'ERR_SELF_EXCLUDED'] as const)(
    'that are refused say why and change nothing: %s',
    async (code) => {
      refusal = code;
      await open();
      await button('Orchard').click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /Buy for/ })
        .click();
      if (code === 'ERR_SELF_EXCLUDED') {
        // A dialog of the page explains this one first.
        await expect.poll(() => refusals.getState().shown?.code).toBe(code);
        refusals.getState().shown?.close(false);
      }
      await expect.poll(() => toasts.getState().message?.title).toBe('The skin was not bought');
      expect(settings.getState().skin).toBeNull();
    },
  );

  test('ask a visitor to connect', async () => {
    account.setState(INITIAL_ACCOUNT, true);
    await open();
    await expect.element(button('Coral Reef')).toHaveTextContent('Connect Wallet');
  });
});

describe('the chosen skin', () => {
  test('is chosen in the settings among those that the player has', async () => {
    own = { ...own, skins: [{ skinId: 'orchard', boughtAt: 1 }] };
    await show(<SettingsScreen />, '/settings');
    await page.getByText('Orchard', { exact: true }).click();
    await expect.poll(() => settings.getState().skin).toBe('orchard');
    await expect.element(page.getByText('Coral Reef')).not.toBeInTheDocument();
  });

  test('is the look of the field, except for the palette for colour-blind players', () => {
    expect(skinOf('standard', 'orchard')).toEqual({ ...TRON_SKIN, ...SKIN_LOOKS['orchard'] });
    expect(skinOf('standard', 'orchard')).toBe(skinOf('standard', 'orchard'));
    expect(skinOf('distinct', 'orchard')).toBe(skinOf('distinct'));
    expect(skinOf('standard', 'of a newer version')).toBe(TRON_SKIN);
  });
});
