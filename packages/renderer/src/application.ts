// Pixi builds small functions from text by default; this part does without, so that a page may forbid eval.
import 'pixi.js/unsafe-eval';
import type { ApplicationOptions } from 'pixi.js';
import { isWebglSoftware } from './software-webgl.ts';
import { FIELD } from './viewport.ts';

/**
 * The one place with Pixi's options, for `mount` and for callers that create their own Application. WebGL where a GPU draws it, else a
 * canvas, never WebGPU: where the browser's software draws WebGL, each picture costs more than twice as much as on a canvas. The parts of Pixi that a field has no use for (pointer events, accessibility
 * overlay, DOM, filters, text, graphics) are not loaded. The view sizes the canvas: give no `resizeTo`.
 */
export const applicationOptions = (): Partial<ApplicationOptions> => ({
  preference: isWebglSoftware() ? ['canvas'] : ['webgl', 'canvas'],
  skipExtensionImports: true,
  width: FIELD.widthPx,
  height: FIELD.heightPx,
  resolution: 1,
  autoDensity: false,
  antialias: false,
  backgroundAlpha: 0,
  hello: false,
});
