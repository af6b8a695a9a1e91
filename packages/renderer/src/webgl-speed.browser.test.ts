import { afterEach, expect, test, vi } from 'vitest';
import { testWebGL } from './webgl-speed.ts';

/** Replaces the name of the renderer, as a browser that hides it does. */
function nameRenderer(name: string): void {
  vi.spyOn(WebGLRenderingContext.prototype, 'getParameter').mockReturnValue(name);
}

afterEach(() => {
  vi.restoreAllMocks();
});

test('without a name the speed tells software from a GPU', () => {
  const isFast = testWebGL();
  nameRenderer('Mozilla');
  expect(testWebGL()).toBe(isFast);
});

test('without a name WebGL that takes no time is fast; software is not', () => {
  vi.spyOn(performance, 'now').mockReturnValue(0);
  nameRenderer('Mozilla');
  expect(testWebGL()).toBe(true);
  nameRenderer('llvmpipe');
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
