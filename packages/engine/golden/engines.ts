import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { openChromium, openFirefox } from './browser-session.ts';
import { openProcess } from './process-session.ts';
import type { Session } from './session.ts';

/** A JavaScript engine that golden rounds are played in. */
export interface Engine {
  readonly name: 'node' | 'chromium' | 'firefox' | 'bun' | 'quickjs';
  /** What it runs JavaScript with. */
  readonly core: string;
  /** What to do on a machine that has none. */
  readonly install: string;
  /** Path of its program on this machine; undefined when there is none. */
  find(): string | undefined;
  open(path: string, script: string): Promise<Session>;
}

/** How tests and benchmarks find and start Chromium; not there in a copy of this package alone. */
interface Browsers {
  readonly CHROMIUM_ARGS: readonly string[];
  chromiumPath(): string | undefined;
}

const browsers = await loadBrowsers();

async function loadBrowsers(): Promise<Browsers> {
  try {
    return (await import(new URL('../../../.ci/browsers.ts', import.meta.url).href)) as Browsers;
  } catch {
    const places = () => find('CHROMIUM_PATH', ['chromium', 'chromium-browser', 'google-chrome'], []);
    return { CHROMIUM_ARGS: ['--no-sandbox', '--disable-quic'], chromiumPath: places };
  }
}

/** All engines, the slowest first, so that it starts first. */
export const ENGINES: readonly Engine[] = [
  {
    name: 'quickjs',
    core: 'QuickJS',
    install: 'pnpm install (npm package quickjs-emscripten)',
    find: () => (findModule('quickjs-emscripten') === undefined ? undefined : process.execPath),
    open: async (path, script) => openProcess(path, script, 'quickjs'),
  },
  {
    name: 'node',
    core: 'V8',
    install: 'pnpm install (npm package node)',
    find: () => process.execPath,
    open: async (path, script) => openProcess(path, script),
  },
  {
    name: 'chromium',
    core: 'V8',
    install: 'node .ci/browsers.ts, or set CHROMIUM_PATH',
    find: () => existing(browsers.chromiumPath()),
    open: async (path, script) => openChromium(path, script, browsers.CHROMIUM_ARGS),
  },
  {
    name: 'firefox',
    core: 'SpiderMonkey',
    install: 'apt-get install firefox-esr, or set FIREFOX_PATH',
    find: () => find('FIREFOX_PATH', ['firefox-esr', 'firefox'], ['/Applications/Firefox.app/Contents/MacOS/firefox']),
    open: openFirefox,
  },
  {
    name: 'bun',
    core: 'JavaScriptCore',
    install: 'pnpm install (npm package bun, whose install script must be allowed)',
    find: findBun,
    open: async (path, script) => openProcess(path, script),
  },
];

/** A program's path: the environment variable's, else the first found on the PATH or in the places named. */
function find(variable: string, names: readonly string[], places: readonly string[]): string | undefined {
  const named = process.env[variable];
  if (named !== undefined && named !== '') return existing(named);
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return [...folders.flatMap((folder) => names.map((name) => join(folder, name))), ...places].find(existing);
}

function findBun(): string | undefined {
  const manifest = findModule('bun/package.json');
  return manifest === undefined ? undefined : existing(join(dirname(manifest), 'bin/bun.exe'));
}

function findModule(name: string): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch {
    return undefined;
  }
}

/** The path, if it names an executable file. */
function existing(path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  try {
    accessSync(path, constants.X_OK);
    return path;
  } catch {
    return undefined;
  }
}
