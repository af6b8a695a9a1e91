import type { Renderer, WebGLRenderer } from 'pixi.js';

/** Counts what really reaches the GPU: draw calls per frame. */
export interface DrawCalls {
  /** Draw calls of the last frame that Pixi rendered; 0 without WebGL. */
  count(): number;
  /** Takes the counting out again; not after the renderer was destroyed. */
  remove(): void;
}

/** Counts a renderer's draw calls by wrapping its context's two draw functions. */
export function countDrawCalls(renderer: Renderer): DrawCalls {
  if (renderer.name !== 'webgl') return { count: () => 0, remove: () => undefined };
  const gl = (renderer as WebGLRenderer).gl;
  const { drawArrays, drawElements } = gl;
  let inFrame = 0;
  let last = 0;
  gl.drawArrays = (...args) => {
    inFrame++;
    drawArrays.apply(gl, args);
  };
  gl.drawElements = (...args) => {
    inFrame++;
    drawElements.apply(gl, args);
  };
  const frame = {
    postrender(): void {
      last = inFrame;
      inFrame = 0;
    },
  };
  renderer.runners.postrender.add(frame);
  return {
    count: () => last,
    remove() {
      gl.drawArrays = drawArrays;
      gl.drawElements = drawElements;
      renderer.runners.postrender.remove(frame);
    },
  };
}
