import { useRef, type ReactElement } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { useInSight } from './in-sight.ts';

afterEach(() => vi.unstubAllGlobals());

function Probe(): ReactElement {
  const host = useRef<HTMLParagraphElement>(null);
  return <p ref={host}>{useInSight(host) ? 'in sight' : 'out of sight'}</p>;
}

test('of several entries that arrive in one call, the last one counts', async () => {
  let deliver: (entries: readonly { readonly isIntersecting: boolean }[]) => void = () => undefined;
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: typeof deliver) {
        deliver = callback;
      }
      observe(): void {}
      disconnect(): void {}
    },
  );
  await render(<Probe />);
  deliver([{ isIntersecting: false }, { isIntersecting: true }]);
  await expect.element(page.getByText('in sight', { exact: true })).toBeInTheDocument();
  deliver([{ isIntersecting: true }, { isIntersecting: false }]);
  await expect.element(page.getByText('out of sight')).toBeInTheDocument();
});
