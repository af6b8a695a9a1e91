// Pixi builds small functions from text by default; this part does without, so that a page may forbid eval.
import 'pixi.js/unsafe-eval';
import type { ApplicationOptions } from 'pixi.js';
import { FIELD } from './viewport.ts';
import { hasFastWebGL } from './webgl-speed.ts';

/**
 * The one place with Pixi's options, for `mount` and for callers that create their own Application. WebGL first, then
 * Pixi's canvas renderer, never WebGPU. The parts of Pixi that a field has no use for (pointer events, accessibility
 * overlay, DOM, filters, text, graphics) are not loaded. The view sizes the canvas: give no `resizeTo`.
 */
export const applicationOptions = (): Partial<ApplicationOptions> => ({
  preference: hasFastWebGL() ? ['webgl', 'canvas'] : ['canvas'],
  skipExtensionImports: true,
  width: FIELD.widthPx,
  height: FIELD.heightPx,
  resolution: 1,
  autoDensity: false,
  antialias: false,
  backgroundAlpha: 0,
  hello: false,
});
