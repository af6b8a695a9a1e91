import { useRef, type ReactElement } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { useInView } from './use-in-view.ts';

afterEach(() => vi.unstubAllGlobals());

function Probe(): ReactElement {
  const host = useRef<HTMLParagraphElement>(null);
  return <p ref={host}>{useInView(host) ? 'in sight' : 'out of sight'}</p>;
}

test('the last of several entries in one call counts', async () => {
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
