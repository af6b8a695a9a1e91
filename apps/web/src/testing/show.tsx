import type { ReactElement } from 'react';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { LocaleProvider } from '../data/messages/locale.tsx';
import { fieldState } from '../features/play/field-state.ts';
import { loadAllTexts } from './texts.ts';
import '../app/style.css';
import '../ui/screens.css';

/** Renders a screen at an address as the app does, with all texts loaded. */
export async function show(screen: ReactElement, address: string): Promise<void> {
  await loadAllTexts();
  history.replaceState(null, '', address);
  await render(
    <LocaleProvider>
      <main>{screen}</main>
    </LocaleProvider>,
  );
}

/** Waits until the field draws and a round may start. */
export async function fieldReady(): Promise<void> {
  await expect.element(page.getByText('Loading the field…')).not.toBeInTheDocument();
  await expect.poll(() => document.querySelector('.field-canvas canvas')).not.toBeNull();
  await expect.poll(() => fieldState.getState().isReady).toBe(true);
}
