import { useState, type ReactElement } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { nextFrame } from '../testing/next-frame.ts';
import { show } from '../testing/show.tsx';
import { Dialog } from './Dialog.tsx';

/** A dialog that opens another one above it. */
function Nested({ opened = 1 }: { readonly opened?: number }): ReactElement {
  const [open, setOpen] = useState(opened);
  return (
    <>
      <button type="button" onClick={() => setOpen(1)}>
        Shop
      </button>
      <Dialog isOpen={open >= 1} title="Buy an upgrade" onClose={() => setOpen(0)}>
        <button type="button" onClick={() => setOpen(2)}>
          Buy
        </button>
      </Dialog>
      <Dialog isOpen={open >= 2} title="Are you 18 or older?" onClose={() => setOpen(1)}>
        <p>Confirm your age.</p>
      </Dialog>
    </>
  );
}

test('Escape closes the newest dialog only, and then the one below it', async () => {
  await show(<Nested />, '/');
  const lower = page.getByText('Buy an upgrade');
  const upper = page.getByText('Are you 18 or older?');
  await page.getByRole('button', { name: 'Buy' }).click();
  await expect.element(upper).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(upper).not.toBeInTheDocument();
  expect(lower.elements()).toHaveLength(1);
  await userEvent.keyboard('{Escape}');
  await expect.element(lower).not.toBeInTheDocument();
});

test('the backdrop of a dialog covers the dialog below it', async () => {
  await show(<Nested />, '/');
  const lower = page.getByText('Buy an upgrade').element();
  await page.getByRole('button', { name: 'Buy' }).click();
  await expect.element(page.getByText('Are you 18 or older?')).toBeVisible();
  const backdrop = [...document.querySelectorAll<HTMLElement>('[data-dialog-backdrop]')].at(-1);
  // Radix lets only the newest dialog be pressed, and what cannot be pressed is not found at a point.
  for (const layer of document.querySelectorAll<HTMLElement>('[data-dialog-backdrop], [role=dialog]'))
    layer.style.pointerEvents = 'auto';
  const { left, top } = lower.getBoundingClientRect();
  const layers = document.elementsFromPoint(left, top).filter((element) => element === lower || element === backdrop);
  expect(layers).toEqual([backdrop, lower]);
});

test('Escape closes a dialog that is opened but not rendered yet', async () => {
  await show(<Nested opened={0} />, '/');
  const opener = page.getByRole('button', { name: 'Shop' }).element();
  if (!(opener instanceof HTMLElement)) throw new Error('The button is no HTML element.');
  opener.click();
  // React handles the click in a microtask, and renders the deferred dialog in a task.
  await Promise.resolve();
  expect(page.getByRole('dialog').elements()).toHaveLength(0);
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  await nextFrame();
  await nextFrame();
  expect(page.getByRole('dialog').elements()).toHaveLength(0);
});
