import type { ReactElement } from 'react';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { LocaleProvider } from '../messages/locale.tsx';
import { loadAllTexts } from './texts.ts';
import '../style.css';

/** As long as a busy machine may need to start WebGL in software, ms. */
const FIELD_MS = 15_000;

/** Shows a screen as the app would at an address, with all texts at hand. */
export async function show(screen: ReactElement, address: string): Promise<void> {
  await loadAllTexts();
  history.replaceState(null, '', address);
  await render(
    <LocaleProvider>
      <main>{screen}</main>
    </LocaleProvider>,
  );
}

/** Waits until the field draws. */
export async function fieldReady(): Promise<void> {
  await expect.element(page.getByText('Loading the field…'), { timeout: FIELD_MS }).not.toBeInTheDocument();
  await expect.poll(() => document.querySelector('.field-canvas canvas'), { timeout: FIELD_MS }).not.toBeNull();
}
