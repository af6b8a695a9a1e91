/** Names of renderers that emulate a GPU on the processor: of Chrome, of Mesa, of Windows and of macOS. */
const EMULATED = /swiftshader|llvmpipe|softpipe|swrast|basic render|\bwarp\b|software/i;

/** The answer for this page, once it is known. */
let known: boolean | undefined;

/** Whether the browser has a GPU for WebGL. Makes a context to ask, once a page. */
export function hasFastWebGL(): boolean {
  known ??= askForRenderer();
  return known;
}

function askForRenderer(): boolean {
  // Most browsers give no context here when they would emulate the GPU.
  const gl = document.createElement('canvas').getContext('webgl', { failIfMajorPerformanceCaveat: true });
  if (gl === null) return false;
  const names = gl.getExtension('WEBGL_debug_renderer_info');
  const name: unknown = gl.getParameter(names?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER);
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return !isEmulated(String(name));
}

/** Whether the name of a WebGL renderer is that of software. */
export const isEmulated = (renderer: string): boolean => EMULATED.test(renderer);
