import type { Plugin } from 'vite';

/** Modules of Pixi that are replaced by `NOTHING`. */
const UNUSED = /\/(?:gpu\/WebGPURenderer|spritesheet\/init)\.mjs$/;

/** Id of the module that replaces them. */
const NOTHING = '\0without-unused-pixi';

/** Parts of Pixi's canvas renderer for graphics and for masks of any shape, by the name of their module and of its export. The field draws on its canvas itself. */
const UNUSED_CANVAS = /\/(CanvasGraphicsAdaptor|CanvasStencilMaskPipe)\.mjs$/;

/** Prefix of the id of the module that replaces one of them: an extension of a type that Pixi does not know, which it ignores. */
const NO_EXTENSION = '\0without-unused-pixi:';

/** Id of the module that replaces `pixi.js` inside @pixi/react. */
const PIXI_OF_REACT = '\0pixi-of-react';

/**
 * The exports of `pixi.js` that @pixi/react imports. It uses `TextStyle` and `Graphics` only for default text styles and for elements with
 * a `draw` property. The field has neither, so that empty classes replace them.
 */
const PIXI_OF_REACT_SOURCE = `
export { Application, Container, Filter, extensions } from 'pixi.js';
export class Graphics {}
export class TextStyle { static defaultTextStyle = {}; }
`;

/**
 * Removes parts of Pixi that the field does not use from the build:
 * - the WebGPU renderer, 16 kB gzip. The field draws with WebGL or a canvas, but `pixi.js/unsafe-eval`, which avoids `eval`, imports the
 *   WebGPU renderer to patch it as well;
 * - sprite sheets, 6 kB gzip, which `pixi.js` registers with its loader of assets. The field draws its own textures;
 * - graphics and text, 30 kB gzip. Only @pixi/react imports them, and the canvas renderer: it needs them for masks and for graphics, of which
 *   the field has none.
 */
export function withoutUnusedPixi(): Plugin {
  return {
    name: 'without-unused-pixi',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer = '') => {
      if (UNUSED.test(source)) return NOTHING;
      const [, unused] = UNUSED_CANVAS.exec(source) ?? [];
      if (unused !== undefined) return NO_EXTENSION + unused;
      return source === 'pixi.js' && importer.includes('/@pixi/react/') ? PIXI_OF_REACT : null;
    },
    load: (id) => {
      if (id === NOTHING) return 'export const WebGPURenderer = {};';
      if (id.startsWith(NO_EXTENSION))
        return `export const ${id.slice(NO_EXTENSION.length)} = { extension: { type: 'unused', name: 'unused' } };`;
      return id === PIXI_OF_REACT ? PIXI_OF_REACT_SOURCE : null;
    },
  };
}
