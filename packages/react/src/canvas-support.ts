/** Whether the browser can draw a field at all. The pictures are painted on a 2D canvas, also where WebGL draws them. */
export const isFieldSupported = (): boolean => document.createElement('canvas').getContext('2d') !== null;
