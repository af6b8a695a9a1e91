import type { Plugin } from 'vite';

/** Modules of Pixi that are replaced by `NOTHING`. */
const UNUSED = /\/(?:gpu\/WebGPURenderer|spritesheet\/init)\.mjs$/;

/** Id of the module that replaces them. */
const NOTHING = '\0without-unused-pixi';

/** Modules of Pixi's canvas renderer that are replaced by classes with the same name and nothing in them. */
const UNUSED_CANVAS_PART = /\/(CanvasGraphicsAdaptor|CanvasStencilMaskPipe)\.mjs$/;

/** Prefix of the ids of the modules that replace them. */
const EMPTY_CLASS = '\0empty-class-';

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
 * - graphics and text, 30 kB gzip. Besides @pixi/react only the canvas renderer imports them, for shapes and masks; the field draws on its
 *   canvas itself.
 */
export function withoutUnusedPixi(): Plugin {
  return {
    name: 'without-unused-pixi',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer = '') => {
      if (UNUSED.test(source)) return NOTHING;
      const [, unused] = UNUSED_CANVAS_PART.exec(source) ?? [];
      if (unused !== undefined) return EMPTY_CLASS + unused;
      return source === 'pixi.js' && importer.includes('/@pixi/react/') ? PIXI_OF_REACT : null;
    },
    load: (id) => {
      // Without a type, Pixi registers it nowhere.
      if (id.startsWith(EMPTY_CLASS))
        return `export class ${id.slice(EMPTY_CLASS.length)} { static extension = { type: [], name: '' }; }`;
      if (id === NOTHING) return 'export const WebGPURenderer = {};';
      return id === PIXI_OF_REACT ? PIXI_OF_REACT_SOURCE : null;
    },
  };
}
