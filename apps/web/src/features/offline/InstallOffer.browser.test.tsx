import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { expectAccessible } from '../../testing/accessibility.ts';
import { show } from '../../testing/show.tsx';
import { install, listenForInstallPrompt, type BeforeInstallPromptEvent } from './install.ts';
import { InstallOffer, InstallSetting } from './InstallOffer.tsx';

/** The browser's event with the given answer of the user. */
function offerInstall(outcome: 'accepted' | 'dismissed'): BeforeInstallPromptEvent {
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
    prompt: vi.fn<BeforeInstallPromptEvent['prompt']>().mockResolvedValue({ outcome }),
  });
  dispatchEvent(event);
  return event;
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const offer = page.getByText('It opens in a separate window and works offline.');

listenForInstallPrompt();
beforeEach(() => localStorage.clear());
afterEach(async () => {
  await cleanup();
  install.setState({ event: null });
  Reflect.deleteProperty(navigator, 'standalone');
});

test('nothing is offered where nothing can be installed, and the settings say so', async () => {
  await show(<InstallOffer />, '/');
  await expect.element(offer).not.toBeInTheDocument();
  await cleanup();
  await show(<InstallSetting />, '/');
  await expect.element(page.getByText(/^This browser cannot install Popfray/)).toBeVisible();
});

test('the browser’s dialog opens on request, not before', async () => {
  const event = offerInstall('accepted');
  expect(event.defaultPrevented).toBe(true);
  await show(<InstallOffer />, '/');
  expect(event.prompt).not.toHaveBeenCalled();
  await expectAccessible();
  await button('Install').click();
  expect(event.prompt).toHaveBeenCalledOnce();
  await expect.element(offer).not.toBeInTheDocument();
});

test('a user who dismisses it is not asked again, and finds it in the settings', async () => {
  offerInstall('accepted');
  await show(<InstallOffer />, '/');
  await button('No, thanks').click();
  await expect.element(offer).not.toBeInTheDocument();
  await cleanup();
  await show(<InstallOffer />, '/');
  await expect.element(offer).not.toBeInTheDocument();
  await cleanup();
  await show(<InstallSetting />, '/');
  await expect.element(button('Install')).toBeVisible();
});

test('a refusal in the browser’s dialog counts as a dismissal', async () => {
  offerInstall('dismissed');
  await show(<InstallOffer />, '/');
  await button('Install').click();
  await expect.poll(() => localStorage.getItem('popfray.install.v1')).toBe('dismissed');
});

test('on an iPhone it explains the manual installation', async () => {
  Object.defineProperty(navigator, 'standalone', { value: false, configurable: true });
  await show(<InstallOffer />, '/');
  await expect.element(page.getByText('In Safari, press Share and then “Add to Home Screen”.')).toBeVisible();
  await expect.element(button('Install')).not.toBeInTheDocument();
});
