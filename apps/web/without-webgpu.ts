import type { Plugin } from 'vite';

/** Id of the empty module that replaces the renderer. */
const NOTHING = '\0without-webgpu';

/**
 * Removes Pixi's WebGPU renderer from the build, 16 kB gzip. The field draws with WebGL or a canvas, but `pixi.js/unsafe-eval`, which
 * avoids `eval`, imports the WebGPU renderer to patch it as well.
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
