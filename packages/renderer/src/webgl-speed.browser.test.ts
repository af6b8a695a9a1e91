import { afterEach, expect, test, vi } from 'vitest';
import { testWebGL } from './webgl-speed.ts';

/** Replaces the name of the renderer, as a browser that hides it does. */
function nameRenderer(name: string): void {
  vi.spyOn(WebGLRenderingContext.prototype, 'getParameter').mockReturnValue(name);
}

afterEach(() => {
  vi.restoreAllMocks();
});

/** Lets each measurement of a fill take some time, ms. */
function takeMs(ms: number): void {
  let nowMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += ms));
}

test.each([
  [40, true],
  [41, false],
])('without a name the speed tells software from a GPU: %i ms, %s', (ms, isFast) => {
  const read = vi.spyOn(WebGLRenderingContext.prototype, 'readPixels');
  nameRenderer('Mozilla');
  takeMs(ms);
  expect(testWebGL()).toBe(isFast);
  // Reading waits for the GPU: once for the shaders, and once for each measurement.
  expect(read).toHaveBeenCalledTimes(3);
});

test('software is not fast, however little time it takes', () => {
  nameRenderer('llvmpipe');
  takeMs(0);
  expect(testWebGL()).toBe(false);
});

test('the speed of a GPU with a name is not measured', () => {
  const draw = vi.spyOn(WebGLRenderingContext.prototype, 'drawArrays');
  nameRenderer('GeForce GT 710');
  expect(testWebGL()).toBe(true);
  expect(draw).not.toHaveBeenCalled();
});

test('a browser without WebGL has no fast one', () => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  expect(testWebGL()).toBe(false);
});
