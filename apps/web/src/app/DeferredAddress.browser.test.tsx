import { StrictMode, type ReactElement } from 'react';
import { flushSync } from 'react-dom';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { useLocation, useSearch } from 'wouter';
import { DeferredAddress } from './DeferredAddress.tsx';

/** Addresses that the screen was rendered with, in order. */
const seen: string[] = [];

let before = '/';
beforeEach(() => {
  before = location.href;
  seen.length = 0;
  history.replaceState(null, '', '/first?tab=a');
});
afterEach(() => history.replaceState(null, '', before));

function Screen(): ReactElement {
  const [path, navigate] = useLocation();
  const search = useSearch();
  const address = search === '' ? path : `${path}?${search}`;
  seen.push(address);
  return (
    <>
      <h1>{address}</h1>
      <button type="button" onClick={() => navigate('/second?tab=b')}>
        Other screen
      </button>
      <button type="button" onClick={() => navigate('/first?tab=c')}>
        Other tab
      </button>
    </>
  );
}

const open = () =>
  render(
    <StrictMode>
      <DeferredAddress>
        <Screen />
      </DeferredAddress>
    </StrictMode>,
  );

test('a new path comes together with its query, after the press has been handled', async () => {
  const screen = await open();
  const button = screen.getByRole('button', { name: 'Other screen' }).element();
  flushSync(() => button.dispatchEvent(new MouseEvent('click', { bubbles: true })));
  expect(screen.getByRole('heading').element().textContent).toBe('/first?tab=a');
  await expect.element(screen.getByRole('heading')).toHaveTextContent('/second?tab=b');
  expect(new Set(seen)).toEqual(new Set(['/first?tab=a', '/second?tab=b']));
});

test('a new query of the same path is applied at once, as a text field needs it', async () => {
  const screen = await open();
  const button = screen.getByRole('button', { name: 'Other tab' }).element();
  flushSync(() => button.dispatchEvent(new MouseEvent('click', { bubbles: true })));
  expect(screen.getByRole('heading').element().textContent).toBe('/first?tab=c');
});

test('the back button brings the screen before', async () => {
  const screen = await open();
  await screen.getByRole('button', { name: 'Other screen' }).click();
  await expect.element(screen.getByRole('heading')).toHaveTextContent('/second?tab=b');
  history.back();
  await expect.element(screen.getByRole('heading')).toHaveTextContent('/first?tab=a');
});
