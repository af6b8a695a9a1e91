import { isWebGLSupported } from 'pixi.js';

/** Whether the browser can draw a field at all: by WebGL, or on a plain canvas. */
export const isFieldSupported = (): boolean =>
  isWebGLSupported() || document.createElement('canvas').getContext('2d') !== null;
