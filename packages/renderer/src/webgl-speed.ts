/** Names of renderers that emulate a GPU on the processor: of Chrome, of Mesa, of Windows and of macOS. */
const EMULATED = /swiftshader|llvmpipe|softpipe|swrast|basic render|\bwarp\b|software/i;

/** Names of GPUs, of which the speed is not measured: that takes a moment, and a busy machine would be taken for one without a GPU. */
const GPU = /nvidia|geforce|quadro|radeon|\bamd\b|intel|adreno|mali|powervr|apple|videocore|tegra|xclipse/i;

/** Width and height of the area that is filled to measure the speed, px: about the pixels of a field in a window of a laptop. */
const SIDE_PX = 768;

/** How often it is filled, with blending. */
const LAYERS = 16;

/** Longest time for that on a GPU, ms. Software on two cores takes 70 to 170 ms. */
const MAX_FILL_MS = 40;

/** The answer for this page, once it is known. */
let known: boolean | undefined;

/** Whether the browser has a GPU for WebGL. Tested once a page. */
export function hasFastWebGL(): boolean {
  known ??= testWebGL();
  return known;
}

/**
 * Tests whether the browser has a GPU for WebGL: by the name of the renderer or, where the browser hides it, by the time that it takes to fill an area. Creates a
 * context for that.
 */
export function testWebGL(): boolean {
  // Most browsers give no context here when they would emulate the GPU.
  const gl = document.createElement('canvas').getContext('webgl', { failIfMajorPerformanceCaveat: true });
  if (gl === null) return false;
  const names = gl.getExtension('WEBGL_debug_renderer_info');
  const name: unknown = gl.getParameter(names?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER);
  const isFast = hasGpuName(String(name)) ?? measureFillMs(gl) <= MAX_FILL_MS;
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return isFast;
}

/** Whether the name of a WebGL renderer is that of a GPU (true), of software (false) or of neither (null). */
export function hasGpuName(renderer: string): boolean | null {
  if (EMULATED.test(renderer)) return false;
  return GPU.test(renderer) ? true : null;
}

/** Time to fill the canvas of a context `LAYERS` times, ms: the shorter one of two measurements. */
function measureFillMs(gl: WebGLRenderingContext): number {
  gl.canvas.width = gl.canvas.height = SIDE_PX;
  gl.viewport(0, 0, SIDE_PX, SIDE_PX);
  const program = gl.createProgram();
  for (const [type, source] of [
    [gl.VERTEX_SHADER, 'attribute vec2 place; void main() { gl_Position = vec4(place, 0, 1); }'],
    [gl.FRAGMENT_SHADER, 'void main() { gl_FragColor = vec4(0.1); }'],
  ] as const) {
    const shader = gl.createShader(type);
    if (shader === null) return Number.POSITIVE_INFINITY;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  gl.useProgram(program);
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  // A triangle that covers the canvas.
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 3, -1, -1, 3]), gl.STATIC_DRAW);
  gl.enableVertexAttribArray(0);
  gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
  gl.enable(gl.BLEND);
  gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  const pixel = new Uint8Array(4);
  const fill = (layers: number): number => {
    const startMs = performance.now();
    for (let layer = 0; layer < layers; layer++) gl.drawArrays(gl.TRIANGLES, 0, 3);
    // Reading a pixel waits until it was drawn.
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
    return performance.now() - startMs;
  };
  // The first one compiles the shaders.
  fill(1);
  return Math.min(fill(LAYERS), fill(LAYERS));
}
