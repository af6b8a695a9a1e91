/** Names of renderers that run on the processor: of Chromium, Mesa, Windows and macOS. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|swrast|software|basic render/i;

let isKnownSoftware: boolean | undefined;

/** Whether the browser draws WebGL by software, by the name of its renderer; false where it does not tell. It is asked once a page. */
export function isWebglSoftware(): boolean {
  isKnownSoftware ??= SOFTWARE.test(readRendererName());
  return isKnownSoftware;
}

/** Name of the renderer; empty without WebGL. */
function readRendererName(): string {
  const context = document.createElement('canvas').getContext('webgl');
  if (context === null) return '';
  // Chromium tells the name only by this extension, Firefox only without it.
  const info = context.getExtension('WEBGL_debug_renderer_info');
  const name: unknown = context.getParameter(info === null ? context.RENDERER : info.UNMASKED_RENDERER_WEBGL);
  context.getExtension('WEBGL_lose_context')?.loseContext();
  return String(name);
}
