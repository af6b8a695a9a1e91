import type { Plugin } from 'vite';

/** Stands in for the renderer that is left out. */
const NOTHING = '\0without-webgpu';

/**
 * Leaves Pixi's WebGPU renderer out of the build, 16 kB gzip. The field draws with WebGL or the canvas, but
 * `pixi.js/unsafe-eval`, which keeps `eval` out, imports the WebGPU renderer to mend it as well.
 */
export function withoutWebGpu(): Plugin {
  return {
    name: 'without-webgpu',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) => (source.endsWith('/gpu/WebGPURenderer.mjs') ? NOTHING : null),
    load: (id) => (id === NOTHING ? 'export const WebGPURenderer = {};' : null),
  };
}
