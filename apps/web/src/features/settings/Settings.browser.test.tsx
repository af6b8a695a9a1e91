import { soundSettings } from '@popfray/react';
import { freePlay } from '@popfray/engine';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { LANGUAGE_KEY, LANGUAGE_NAMES } from '../../data/messages/language.ts';
import { LocaleProvider } from '../../data/messages/locale.tsx';
import { loadTexts, loadLanguage } from '../../data/messages/texts.ts';
import { FieldFrame } from '../play/FieldFrame.tsx';
import { dismissToast } from '../../ui/toast.ts';
import { expectAccessible } from '../../testing/accessibility.ts';
import { clickField, createHeldRound, findLoneBubble } from '../../testing/held-round.ts';
import { fieldReady } from '../../testing/show.tsx';
import '../../app/style.css';
import { initSettings } from '../../data/settings/init.ts';
import { LanguageMenu } from './LanguageMenu.tsx';
import { isMotionReduced } from '../../data/settings/motion.ts';
import {
  changeSettings,
  DEFAULT_SETTINGS,
  parseSettings,
  settings,
  SETTINGS_KEY,
} from '../../data/settings/settings.ts';
import { SettingsScreen } from './SettingsScreen.tsx';

const root = document.documentElement.dataset;
const option = (name: string) => page.getByRole('radio', { name, exact: true });
const toggle = (name: string) => page.getByRole('switch', { name });
const kept = () => parseSettings(localStorage.getItem(SETTINGS_KEY));

/** Renders an element at an address as the app does. */
async function show(screen: ReactElement, address: string): Promise<void> {
  await loadTexts('settings', 'offline', 'money');
  history.replaceState(null, '', address);
  await render(
    <LocaleProvider>
      <main>{screen}</main>
    </LocaleProvider>,
  );
}

/** Simulates a change of the storage by another tab. */
function keepElsewhere(key: string, text: string): void {
  localStorage.setItem(key, text);
  dispatchEvent(new StorageEvent('storage', { key, newValue: text }));
}

initSettings();

beforeEach(() => {
  localStorage.clear();
  settings.setState(DEFAULT_SETTINGS);
  soundSettings.getState().reset();
});
afterEach(async () => {
  await cleanup();
  dismissToast();
  await loadLanguage('en');
  settings.setState(DEFAULT_SETTINGS);
  vi.restoreAllMocks();
});

describe('the settings', () => {
  test('are applied at once, and stored', async () => {
    await show(<SettingsScreen />, '/settings');
    expect(document.title).toBe('Settings · Popfray');
    await expectAccessible();
    await page.getByText('Reduced', { exact: true }).click();
    expect(root['motion']).toBe('reduced');
    await page.getByText('Easy to tell apart', { exact: true }).click();
    await toggle('Large targets').click();
    expect(root['targets']).toBe('large');
    await toggle('Frame rate').click();
    await expect.element(toggle('Frame rate')).toBeChecked();
    expect(kept()).toEqual({
      ...DEFAULT_SETTINGS,
      motion: 'reduced',
      palette: 'distinct',
      hasLargeTargets: true,
      showsFrameRate: true,
    });
    await expectAccessible();
  });

  test('give every control 56 px with large targets', async () => {
    changeSettings({ hasLargeTargets: true });
    await show(<SettingsScreen />, '/settings');
    const heights = [...document.querySelectorAll('main :is(button, input[type=range], label:has([type=radio]))')].map(
      (control) => control.getBoundingClientRect().height,
    );
    expect(heights.length).toBeGreaterThan(10);
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(56);
  });

  test('are reached and changed by keys alone', async () => {
    await show(<SettingsScreen />, '/settings');
    option('Follow the system').element().focus();
    await userEvent.keyboard('{ArrowRight}');
    expect(settings.getState().motion).toBe('reduced');
    await userEvent.tab();
    await userEvent.keyboard('{ArrowRight}');
    expect(settings.getState().palette).toBe('distinct');
    await userEvent.tab();
    await expect.element(option('No skin')).toHaveFocus();
    await userEvent.tab();
    await expect.element(page.getByRole('link', { name: 'Get skins' })).toHaveFocus();
    await userEvent.tab();
    await userEvent.keyboard(' ');
    expect(settings.getState().hasLargeTargets).toBe(true);
  });

  test('set the sound, whose slider unmutes', async () => {
    await show(<SettingsScreen />, '/settings');
    await toggle('Sound on').click();
    const volume = page.getByRole('slider', { name: 'Volume' });
    await expect.element(volume).toHaveValue('0');
    await volume.fill('0.5');
    expect(soundSettings.getState()).toMatchObject({ muted: false, volume: 0.5 });
  });

  test('are reset to the defaults, and the reset can be undone', async () => {
    changeSettings({ palette: 'distinct', showsFrameRate: true });
    soundSettings.getState().setVolume(0.1);
    await show(<SettingsScreen />, '/settings');
    await page.getByRole('button', { name: 'Reset to defaults' }).click();
    expect(kept()).toEqual(DEFAULT_SETTINGS);
    expect(soundSettings.getState().volume).toBe(0.7);
    await expect.element(page.getByText('Back to the defaults. Your language stays.')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Undo the reset' })).toHaveFocus();
    await page.getByRole('button', { name: 'Undo the reset' }).click();
    expect(kept()).toMatchObject({ palette: 'distinct', showsFrameRate: true });
    expect(soundSettings.getState().volume).toBe(0.1);
    await expect.element(page.getByRole('button', { name: 'Reset to defaults' })).toHaveFocus();
  });

  test('follow changes of another tab', async () => {
    await show(<SettingsScreen />, '/settings');
    keepElsewhere(SETTINGS_KEY, JSON.stringify({ ...DEFAULT_SETTINGS, motion: 'reduced' }));
    await expect.element(option('Reduced')).toBeChecked();
    expect(root['motion']).toBe('reduced');
    keepElsewhere('popfray.sound', '{"muted":false,"volume":0.2}');
    await expect.element(page.getByRole('slider', { name: 'Volume' })).toHaveValue('0.2');
    keepElsewhere(LANGUAGE_KEY, 'ja');
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('設定');
  });

  test.each([
    ['zh', '设置', 320],
    ['ja', '設定', 320],
    ['en', 'Settings', 320],
  ] as const)('fit 320 px in %s, large targets and all', async (language, title, width) => {
    await page.viewport(width, 640);
    changeSettings({ hasLargeTargets: true });
    await show(<SettingsScreen />, '/settings');
    await loadLanguage(language);
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(title);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    await page.viewport(1366, 768);
  });
});

describe('motion', () => {
  test('is reduced by the setting, which overrides the system’s', () => {
    expect(isMotionReduced()).toBe(matchMedia('(prefers-reduced-motion: reduce)').matches);
    changeSettings({ motion: 'reduced' });
    expect(isMotionReduced()).toBe(true);
    expect(getComputedStyle(document.body).transitionDuration).toBe('1e-05s');
    changeSettings({ motion: 'full' });
    expect(isMotionReduced()).toBe(false);
    expect(root['motion']).toBe('full');
  });
});

describe('the language', () => {
  test('changes for everything at once, and is stored', async () => {
    await show(<LanguageMenu />, '/?lang=en');
    const menu = page.getByRole('combobox', { name: 'Language' });
    await menu.selectOptions(LANGUAGE_NAMES.zh);
    await expect.element(page.getByRole('combobox', { name: '语言' })).toHaveValue('zh');
    expect(document.documentElement.lang).toBe('zh-Hans');
    expect(localStorage.getItem(LANGUAGE_KEY)).toBe('zh');
    // The address named another language, which would win at the next visit.
    expect(location.search).toBe('');
    await expectAccessible();
  });
});

describe('a field with the settings', () => {
  /** Clicks next to a bubble of a running round and returns whether that popped it. */
  async function missNarrowly(isPractice: boolean): Promise<boolean> {
    const held = createHeldRound(freePlay, 'NEAR');
    await show(<FieldFrame store={held.store} label="Field" isPractice={isPractice} />, '/');
    await fieldReady();
    held.store.start('NEAR');
    held.pass(3_000);
    const { xPx, yPx, radiusPx } = findLoneBubble(held.store);
    const aside = xPx < 400 ? radiusPx + 12 : -radiusPx - 12;
    await clickField(xPx + aside, yPx);
    held.pass(250);
    return held.store.round?.popped === 1;
  }

  test('counts a near miss in practice with large targets', async () => {
    changeSettings({ hasLargeTargets: true, showsFrameRate: true });
    expect(await missNarrowly(true)).toBe(true);
    await expect.element(page.getByText(/^\d+ fps · \d+ late in 10 s$/)).toBeVisible();
  });

  test('never in a round with stakes', async () => {
    changeSettings({ hasLargeTargets: true });
    expect(await missNarrowly(false)).toBe(false);
  });

  test('nor without large targets', async () => {
    expect(await missNarrowly(true)).toBe(false);
  });
});
