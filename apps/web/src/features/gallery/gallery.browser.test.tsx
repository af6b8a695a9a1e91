import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { expectAccessible } from '../../testing/accessibility.ts';
import { show } from '../../testing/show.tsx';
import { Gallery } from './Gallery.tsx';

afterEach(cleanup);

test('the kit is accessible, and its choices and tabs work by keyboard', async () => {
  await show(<Gallery />, '/ui');
  await expectAccessible();
  const choice = page.getByRole('group', { name: 'compact', exact: true });
  await choice.getByText('Short').click();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(choice.getByRole('radio', { name: 'A longer label' })).toBeChecked();
  await page.getByRole('tab', { name: 'Short' }).click();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(page.getByRole('tabpanel')).toHaveTextContent('A longer label');
});

test('a scrolling region is reached and scrolled with the keyboard', async () => {
  await show(<Gallery />, '/ui');
  const region = page.getByRole('region', { name: 'Region' });
  await page.getByRole('tab', { name: 'Short' }).click();
  region.element().scrollIntoView();
  for (let stops = 0; document.activeElement !== region.element() && stops < 20; stops++) await userEvent.tab();
  await expect.element(region).toHaveFocus();
  await userEvent.keyboard('{End}');
  await expect.poll(() => region.element().scrollTop).toBeGreaterThan(0);
});
