import { afterEach, expect, test } from 'vitest';
import { cleanup, render } from 'vitest-browser-react';
import { removePrerenderedMarks, useRootMark, type RootMark } from './root-mark.ts';

const root = document.documentElement;

function Marked({ mark, isOn = true }: { readonly mark: RootMark; readonly isOn?: boolean }): null {
  useRootMark(mark, isOn);
  return null;
}

afterEach(async () => {
  await cleanup();
  root.removeAttribute('data-play');
});

test('a mark stays until the last component that asks for it has gone', async () => {
  const both = [<Marked key="one" mark="dialog" />, <Marked key="other" mark="dialog" />];
  const { rerender } = await render(<>{both}</>);
  expect(root.hasAttribute('data-dialog')).toBe(true);
  await rerender(<>{both[1]}</>);
  expect(root.hasAttribute('data-dialog')).toBe(true);
  await rerender(<Marked mark="dialog" isOn={false} />);
  expect(root.hasAttribute('data-dialog')).toBe(false);
});

test('the mark of a prerendered page stays only while its screen is mounted', async () => {
  root.toggleAttribute('data-play', true);
  const { rerender } = await render(<Marked mark="play" />);
  removePrerenderedMarks();
  expect(root.hasAttribute('data-play')).toBe(true);
  await rerender(<p>Another screen</p>);
  root.toggleAttribute('data-play', true);
  removePrerenderedMarks();
  expect(root.hasAttribute('data-play')).toBe(false);
});
