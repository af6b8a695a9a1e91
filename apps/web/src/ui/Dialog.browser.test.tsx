import { useState, type ReactElement } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { show } from '../testing/show.tsx';
import { Dialog } from './Dialog.tsx';

/** A dialog that opens another one above it. */
function Nested(): ReactElement {
  const [open, setOpen] = useState(1);
  return (
    <>
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
