import { chromium, type Browser, type BrowserContext } from 'playwright';
import { ROOT } from './build.ts';

/** What bench needs of `.ci/browsers.ts`, which belongs to no package and so is not imported by name. */
interface Browsers {
  readonly CHROMIUM_ARGS: readonly string[];
  chromiumPath(): string | undefined;
}

/** A window as of a small laptop. */
export const VIEWPORT = { width: 1366, height: 768 };

/** Starts headless Chromium. Throws when there is none on this machine. */
export async function launchBrowser(): Promise<Browser> {
  const { CHROMIUM_ARGS, chromiumPath } = (await import(`${ROOT}/.ci/browsers.ts`)) as Browsers;
  const executablePath = chromiumPath();
  if (executablePath === undefined) throw new Error('No Chromium here. `node .ci/browsers.ts` installs one.');
  return chromium.launch({ executablePath, args: [...CHROMIUM_ARGS] });
}

/** Gives the browser's WebGL the name of a GPU, so that the product draws with it: with software it draws on a 2D canvas. */
export async function pretendGpu(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    for (const { prototype } of [WebGLRenderingContext, WebGL2RenderingContext]) {
      const { getParameter } = prototype;
      prototype.getParameter = function (this: WebGLRenderingContext, name) {
        const value: unknown = getParameter.call(this, name);
        return typeof value === 'string' ? value.replaceAll('SwiftShader', 'GeForce') : value;
      };
    }
  });
}
