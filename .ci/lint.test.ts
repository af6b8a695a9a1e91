import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/** A line of code, the folder it stands in, and the rule that refuses it. */
interface Snippet {
  readonly folder: string;
  readonly code: string;
  readonly rule: string;
}

function inEach(folder: string, rule: string, ...codes: readonly (readonly string[])[]): Snippet[] {
  return codes.flat().map((code) => ({ folder, code, rule }));
}

function importing(folder: string, rule: string, names: readonly string[]): Snippet[] {
  return names.map((name) => ({ folder, code: `import(${JSON.stringify(name)})`, rule }));
}

/** Code that lint must refuse. */
const REFUSED: readonly Snippet[] = [
  ...inEach(
    'packages/engine/src',
    'eslint(no-restricted-globals)',
    ['Date.now()', 'new Date()', 'performance.now()', 'setTimeout(() => 0, 1)', 'setInterval(() => 0, 1)'],
    ['setImmediate(() => 0)', 'clearTimeout(1)', 'queueMicrotask(() => 0)', 'requestAnimationFrame(() => 0)'],
    ['globalThis.x', 'window.x', 'self.x', 'document.title', 'navigator.language', 'process.env', 'Buffer.from("")'],
    ['console.log(1)', 'crypto.randomUUID()', 'fetch("/")', 'require("x")', 'Intl.NumberFormat()'],
  ),
  ...inEach(
    'packages/engine/src',
    'popfray(exact)',
    ['Math.random()', 'Math.sin(1)', 'Math.cos(1)', 'Math.tan(1)', 'Math.asin(1)', 'Math.acos(1)', 'Math.atan(1)'],
    ['Math.atan2(1, 1)', 'Math.sinh(1)', 'Math.cosh(1)', 'Math.tanh(1)', 'Math.asinh(1)', 'Math.acosh(1)'],
    ['Math.atanh(1)', 'Math.exp(1)', 'Math.expm1(1)', 'Math.log(1)', 'Math.log2(1)', 'Math.log10(1)', 'Math.log1p(1)'],
    [
      'Math.pow(1, 1)',
      'Math.sqrt(1)',
      'Math.cbrt(1)',
      'Math.hypot(1)',
      'Math.fround(1)',
      'Math.f16round(1)',
      'Math.PI',
    ],
    ['Math["sin"](1)', '(({ sin }) => sin(1))(Math)', '[Math]', '2 ** 3', '((x) => { x **= 2; })(2)'],
  ),
  ...inEach('packages/engine/src', 'eslint(no-restricted-properties)', [
    '(1).toLocaleString()',
    '"a".localeCompare("b")',
  ]),
  ...importing('packages/engine/src', 'popfray(arrows)', [
    'node:fs',
    'fs',
    'pixi.js',
    'fast-check',
    '@popfray/renderer',
  ]),
  ...importing('packages/engine/src', 'popfray(arrows)', ['@popfray/react', '../../renderer/src/skin.ts']),
  ...importing('packages/renderer/src', 'popfray(arrows)', ['react', 'node:fs', '@popfray/react', '@popfray/web']),
  ...importing('packages/renderer/src', 'popfray(arrows)', ['../../engine/src/index.ts', 'zustand/vanilla']),
  ...importing('packages/react/src', 'popfray(arrows)', ['react-dom', 'wouter', 'node:fs', '@popfray/web']),
  ...importing('packages/react/src', 'popfray(arrows)', ['@popfray/server', '../../engine/src/index.ts']),
  ...importing('packages/chain/src', 'popfray(arrows)', ['@popfray/engine', '@popfray/tron/node']),
  ...importing('apps/web/src', 'popfray(arrows)', ['@popfray/server', '@popfray/replay', 'node:fs']),
  ...importing('apps/web/src', 'popfray(arrows)', ['../../../packages/engine/src/index.ts']),
  ...importing('apps/server/src', 'popfray(arrows)', ['@popfray/web', '@popfray/react', '@popfray/renderer']),
  ...importing('apps/server/src', 'popfray(arrows)', ['../../web/src/data/paths.ts']),
  ...importing('apps/server/src', 'popfray(floors)', ['./start/app.ts']),
  ...importing('apps/server/src/sessions', 'popfray(floors)', ['../battles/index.ts', '../start/app.ts']),
  ...importing('apps/server/src/sessions', 'popfray(floors)', [
    '../no-such-folder/index.ts',
    '../payments/payment.ts',
    './index.ts',
  ]),
  ...importing('apps/server/src/sessions', 'popfray(floors)', ['../testing/clients.ts', './model.fixture.ts']),
  ...importing('apps/server/src/no-such-folder', 'popfray(floors)', ['../sessions/index.ts']),
  ...importing('apps/server/src/payouts', 'popfray(floors)', ['../payments/index.ts']),
  ...importing('apps/server/src/platform/http', 'popfray(floors)', [
    '../../ledger/ledger.ts',
    '../../players/player.ts',
  ]),
  ...inEach('apps/server/src/ledger', 'popfray(floors)', [
    'import type { Player } from "../players/index.ts"; export type It = Player',
    'export * from "../players/index.ts"',
    'export type It = import("../players/index.ts").Player',
  ]),
  ...importing('apps/web/src/ui', 'popfray(floors)', [
    '../data/paths.ts',
    '../features/play/index.ts',
    '../app/App.tsx',
  ]),
  ...importing('apps/web/src/data/api', 'popfray(floors)', ['../../features/play/index.ts', '../game-socket/state.ts']),
  ...importing('apps/web/src/features/play', 'popfray(floors)', [
    '../lobby/index.ts',
    '../../app/screens.ts',
    '../errors/ErrorBoundary.tsx',
    './index.ts',
    '../../testing/show.tsx',
    '../no-such-folder/index.ts',
  ]),
  ...inEach('apps/web/src/app', 'popfray(floors)', [
    'export { Landing } from "../features/landing/Landing.tsx"',
    'export * from "../no-such-folder/index.ts"',
  ]),
  ...importing('apps/web/src', 'popfray(floors)', ['./app/App.tsx']),
  ...inEach(
    'packages/engine/src',
    'popfray(arrows)',
    ['import x from "pixi.js"; export { x }', 'import type { X } from "pixi.js"; export type Y = X'],
    ['export * from "pixi.js"', 'export { x } from "pixi.js"', 'export type X = import("pixi.js").X'],
  ),
];

/** Code that lint must let pass: no rule of the house may refuse it. */
const ALLOWED: readonly Snippet[] = [
  ...inEach(
    'packages/engine/src',
    '',
    ['Math.abs(1)', 'Math.ceil(1)', 'Math.clz32(1)', 'Math.floor(1)', 'Math.imul(1, 1)', 'Math.max(1)', 'Math.min(1)'],
    ['Math.round(1)', 'Math.sign(1)', 'Math.trunc(1)'],
  ),
  ...importing('packages/engine/src', '', ['./round.ts']),
  ...importing('packages/engine/src/deep', '', ['../round.ts']),
  ...inEach('packages/renderer/src', '', ['Math.sin(performance.now()) ** 2']),
  ...importing('packages/renderer/src', '', ['@popfray/engine', 'pixi.js/unsafe-eval']),
  ...importing('packages/react/src', '', ['@popfray/engine', '@popfray/renderer', '@pixi/react', 'howler']),
  ...importing('packages/react/src', '', ['react/jsx-runtime', 'zustand/vanilla']),
  ...importing('apps/web/src', '', ['@popfray/engine', '@popfray/renderer', '@popfray/react', 'wouter']),
  ...importing('apps/web/src/app', '', ['./style.css', '../features/settings/index.ts', '../features/lobby/Lobby.tsx']),
  ...importing('apps/web/src/features/lobby', '', ['./Lobby.tsx', '../play/index.ts', '../../data/api/call-api.ts']),
  ...importing('apps/web/src/data/api', '', ['../account/state.ts', '../paths.ts', '../../ui/toast.ts']),
  ...importing('apps/web/src/ui', '', ['./Icon.tsx', '@radix-ui/react-dialog', 'use-intl']),
  ...importing('apps/web/src/testing', '', ['../features/play/FieldFrame.tsx', './server.ts']),
  ...importing('apps/server/src', '', ['@popfray/engine', 'hono', 'node:fs']),
  ...importing('apps/server/src/sessions', '', ['./seat.ts', '../payments/index.ts', '../players/index.ts']),
  ...importing('apps/server/src/sessions', '', ['../platform/http/index.ts']),
  ...importing('apps/server/src/platform/http', '', ['../config/index.ts', './answer.ts']),
  ...importing('apps/server/src/start/commands', '', ['../config.ts', '../../admin/index.ts']),
  ...importing('apps/server/src/testing', '', ['../start/app.ts', './client.fixture.ts']),
  ...importing('bench/src', '', ['@popfray/engine', '@popfray/web', 'node:fs']),
  ...importing('apps/replay/src', '', ['@popfray/engine', 'node:fs']),
];

/** A copy of this repository's lint configuration over a tree of snippets, one file each. */
const tree = mkdtempSync(join(tmpdir(), 'popfray-lint-'));
afterAll(() => rmSync(tree, { recursive: true }));
cpSync(join(ROOT, '.oxlintrc.json'), join(tree, '.oxlintrc.json'));
cpSync(join(ROOT, '.ci/lint'), join(tree, '.ci/lint'), { recursive: true });

function write({ folder, code }: Pick<Snippet, 'folder' | 'code'>, name: string): string {
  const path = join(folder, name);
  mkdirSync(dirname(join(tree, path)), { recursive: true });
  writeFileSync(join(tree, path), `${/^(?:import|export)\b(?!\()/.test(code) ? code : `export const it = ${code}`};\n`);
  return path;
}

const refused = REFUSED.map((snippet, index) => ({ ...snippet, path: write(snippet, `refused-${index}.ts`) }));
const allowed = ALLOWED.map((snippet, index) => ({ ...snippet, path: write(snippet, `allowed-${index}.ts`) }));
const clock = write(
  { folder: 'packages/engine/src', code: 'Math.sin(Date.now()); export * from "fast-check"' },
  'clock.test.ts',
);
const upward = write({ folder: 'apps/server/src/sessions', code: 'import("../start/app.ts")' }, 'upward.test.ts');
const ring = new Set(
  ['one', 'other'].map((name, at, names) =>
    write(
      {
        folder: 'apps/server/src/sessions',
        code: `import type { ${names[1 - at]} } from "./${names[1 - at]}.ts"; export interface ${name} { it: ${names[1 - at]} }`,
      },
      `${name}.ts`,
    ),
  ),
);
const around = write({ folder: 'packages/engine/src', code: 'import("@popfray/renderer")' }, 'around.test.ts');

interface Diagnostic {
  readonly code: string;
  readonly filename: string;
}

const run = spawnSync(join(ROOT, 'node_modules/.bin/oxlint'), ['--format', 'json'], { cwd: tree, encoding: 'utf8' });
const { diagnostics } = JSON.parse(run.stdout) as { diagnostics: readonly Diagnostic[] };

/** The rules of the house that refused a file, from one run of the linter over all of them. */
function refusals(path: string): string[] {
  const codes = diagnostics.filter(({ filename }) => filename === path).map(({ code }) => code);
  return codes.filter((code) => /popfray|no-restricted/.test(code));
}

describe('lint refuses', () => {
  it.each(refused)('$code in $folder by $rule', ({ path, rule }) => {
    expect(refusals(path)).toContain(rule);
  });

  it('a ring of imports, of types too', () => {
    const inRing = diagnostics.filter(({ filename }) => ring.has(filename)).map(({ code }) => code);
    expect(inRing).toContain('import(no-cycle)');
  });

  it('an arrow that points the wrong way in a test too', () => {
    expect(refusals(around)).toContain('popfray(arrows)');
  });
});

describe('lint lets pass', () => {
  it.each(allowed)('$code in $folder', ({ path }) => {
    expect(refusals(path)).toEqual([]);
  });

  it('an upward import in a test of the server', () => {
    expect(refusals(upward)).toEqual([]);
  });

  it('clocks, approximations and npm packages in a test of the engine', () => {
    expect(refusals(clock)).toEqual([]);
  });
});

describe('lint', () => {
  it('fails as a program when it refuses anything', () => {
    expect(run.status).not.toBe(0);
  });
});
