import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { encode } from 'uqr';
import { cleanup } from 'vitest-browser-react';
import { missingWallet } from '../../data/wallet/missing-wallet.ts';
import { switchLanguage } from '../../data/messages/texts.ts';
import { expectAccessible } from '../../testing/accessibility.ts';
import { show } from '../../testing/show.tsx';
import { WalletSetup } from '../info/WalletSetup.tsx';
import { LazyNextSteps } from './LazyNextSteps.tsx';
import { QrCode } from './QrCode.tsx';

const dialog = page.getByRole('dialog', { name: 'No wallet in this browser' });

/** Lets the page have a finger for its main pointer, as on a phone, or a mouse. */
function setPointer(kind: 'coarse' | 'fine'): void {
  const real = window.matchMedia.bind(window);
  vi.spyOn(window, 'matchMedia').mockImplementation((media) => {
    const query = real(media);
    if (media.includes('pointer')) Object.defineProperty(query, 'matches', { value: media.includes(kind) });
    return query;
  });
}

async function open(address: string): Promise<void> {
  await show(<LazyNextSteps />, address);
  missingWallet.setState({ isShown: true });
  await expect.element(dialog).toBeVisible();
}

beforeEach(() => missingWallet.setState({ isShown: false }));
afterEach(async () => {
  await cleanup();
  vi.restoreAllMocks();
  missingWallet.setState({ isShown: false });
});

test('a phone gets links that open this page in wallet apps, without its fragment', async () => {
  setPointer('coarse');
  await open('/arena?mode=solo&token=1#r=AAAA');
  const url = encodeURIComponent(`"${location.origin}/arena?mode=solo"`);
  for (const [name, scheme] of [
    ['TronLink', 'tronlinkoutside://pull.activity?param='],
    ['TokenPocket', 'tpdapp://open?params='],
  ] as const) {
    const link = dialog.getByRole('link', { name: `Open in ${name}` });
    await expect.element(link).toBeVisible();
    const href = link.element().getAttribute('href') ?? '';
    expect(href.startsWith(scheme)).toBe(true);
    expect(href).toContain(url);
    expect(href).not.toMatch(/token|AAAA/);
    expect(link.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
  }
  await expect.element(dialog.getByText(/^If nothing opens, the app is not installed\./)).toBeVisible();
  await expect.element(dialog.getByText(`${location.origin}/arena?mode=solo`, { exact: true })).toBeVisible();
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await dialog.getByRole('button', { name: 'Copy the address' }).click();
  expect(copied).toHaveBeenCalledExactlyOnceWith(`${location.origin}/arena?mode=solo`);
  await expect.element(dialog.getByText('Copied')).toBeVisible();
  await expect.element(dialog.getByRole('img')).not.toBeInTheDocument();
  await expectAccessible();
});

test('a desktop gets the way to the extension, and no code for an address that only this machine has', async () => {
  setPointer('fine');
  await open('/lobby');
  await expect.element(dialog.getByText(/^Install the TronLink extension, then connect again\./)).toBeVisible();
  await expect.element(dialog.getByText(/^This server runs on your own computer/)).toBeVisible();
  await expect.element(dialog.getByRole('link', { name: /^Open in/ })).not.toBeInTheDocument();
  await expect.element(dialog.getByRole('link', { name: 'Wallet Setup' })).toHaveAttribute('href', '/wallet-setup');
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(missingWallet.getState().isShown).toBe(false);
});

test.each(['zh', 'ja'] as const)('the next steps are in the language %s too', async (language) => {
  setPointer('coarse');
  await show(<LazyNextSteps />, '/');
  await switchLanguage(language);
  missingWallet.setState({ isShown: true });
  try {
    await expect.element(page.getByRole('link', { name: /TokenPocket/ })).toBeVisible();
    await expectAccessible();
  } finally {
    await switchLanguage('en');
  }
});

/** The modules of a code as it is drawn: whether each is dark. */
async function readModules(code: SVGElement, size: number): Promise<boolean[][]> {
  const copy = code.cloneNode(true) as SVGElement;
  copy.setAttribute('width', `${size}`);
  copy.setAttribute('height', `${size}`);
  const picture = new Image();
  picture.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await picture.decode();
  const context = new OffscreenCanvas(size, size).getContext('2d');
  if (context === null) throw new Error('There is no canvas.');
  context.drawImage(picture, 0, 0, size, size);
  const { data } = context.getImageData(0, 0, size, size);
  return Array.from({ length: size }, (_, y) =>
    Array.from({ length: size }, (__, x) => (data[4 * (y * size + x)] ?? 0) < 128),
  );
}

test('a QR code draws every module of its address, with the border that readers need', async () => {
  const address = 'https://play.example/arena?mode=solo';
  await show(<QrCode text={address} name={`QR code of the address ${address}`} />, '/');
  const code = page.getByRole('img', { name: `QR code of the address ${address}` });
  await expect.element(code).toBeVisible();
  const { data, size } = encode(address, { ecc: 'M', border: 4 });
  expect(await readModules(code.element() as SVGElement, size)).toEqual(data);
  expect(data.slice(0, 4).flat()).not.toContain(true);
});

test('the setup page links into both wallet apps', async () => {
  await show(<WalletSetup />, '/wallet-setup');
  const textOf = (scheme: string): string | null | undefined =>
    document.querySelector(`a[href^="${scheme}:"]`)?.textContent;
  // The steps are shown when the server has named its network, or has not answered.
  await expect.poll(() => textOf('tronlinkoutside')).toBe('Open in TronLink');
  expect(textOf('tpdapp')).toBe('Open in TokenPocket');
});
