import { builtinModules } from 'node:module';
import { dirname, relative, resolve, sep } from 'node:path';
import { importRule } from './rule.ts';

/** What a package may lean on. */
interface Reach {
  /** Packages of this workspace, or only an entry of one: `tron/browser`. */
  readonly workspace: readonly string[];
  /** Packages from npm that its source may import; `any` when its package.json alone decides. */
  readonly npm: readonly string[] | 'any';
  /** Whether its source may use Node's own modules. */
  readonly isNode: boolean;
}

/**
 * The arrows of the design: engine ← renderer ← react ← web; engine ← protocol ← react, server, web; engine/result ← chain ← tron ← server, web.
 * A folder that is not here is free. */
const REACHES: Readonly<Record<string, Reach>> = {
  'packages/engine': { workspace: [], npm: [], isNode: false },
  'packages/renderer': { workspace: ['engine'], npm: ['pixi.js'], isNode: false },
  'packages/react': {
    workspace: ['engine', 'renderer', 'protocol/battle', 'protocol/socket'],
    npm: ['@pixi/react', 'howler', 'pixi.js', 'react', 'zustand'],
    isNode: false,
  },
  'packages/protocol': { workspace: ['engine'], npm: ['zod', '@noble/hashes'], isNode: false },
  'packages/chain': { workspace: ['engine/result'], npm: ['vitest'], isNode: false },
  'packages/tron': { workspace: ['chain', 'engine/result'], npm: 'any', isNode: true },
  'apps/web': {
    workspace: ['engine', 'renderer', 'react', 'protocol', 'chain', 'tron/browser', 'tron/dev-wallet'],
    npm: 'any',
    isNode: false,
  },
  // The other chain's front end is the proof that the packages suffice: it has no more than any developer.
  'apps/sol-demo': { workspace: ['engine', 'react', 'protocol', 'chain'], npm: 'any', isNode: false },
  'apps/server': { workspace: ['engine', 'protocol', 'chain', 'tron'], npm: 'any', isNode: true },
};

const ROOT = resolve(import.meta.dirname, '../..');
const SCOPE = '@popfray/';
const BUILTINS = new Set(builtinModules);
const TEST = /\.(?:test|fixture)\.tsx?$/;

/** Imports go only the way the design's arrows point, and never around a package's front door. */
export const arrows = importRule('Imports follow the arrows of the design.', explain);

/** Why a file may not import what it names; `undefined` when it may. */
function explain(filename: string, specifier: string): string | undefined {
  const path = relative(ROOT, filename).split(sep);
  const isFolderOfMany = path[0] === 'packages' || path[0] === 'apps';
  const home = path.slice(0, isFolderOfMany ? 2 : 1).join('/');
  const [name = ''] = /^(?:@[^/]+\/)?[^/?]+/.exec(specifier) ?? [];

  if (specifier.startsWith('.')) {
    const target = relative(resolve(ROOT, home), resolve(dirname(filename), specifier));
    const isRepository = path.length === 1 || home === '.ci';
    if (isRepository || !target.startsWith('..')) return undefined;
    return `${specifier} leaves ${home}. Import the other package by its name.`;
  }
  const reach = REACHES[home];
  if (reach === undefined) return undefined;
  if (name.startsWith(SCOPE)) {
    const target = name.slice(SCOPE.length);
    const entry = specifier.slice(SCOPE.length);
    return target === path[1] || reach.workspace.includes(target) || reach.workspace.includes(entry)
      ? undefined
      : `${home} may not import ${specifier}: no arrow points there.`;
  }
  // Tests with their fixtures, scripts and build configuration use what their package.json gives them.
  if (TEST.test(filename) || path[2] !== 'src') return undefined;
  if (name.startsWith('node:') || BUILTINS.has(name)) {
    return reach.isNode ? undefined : `${home} also runs where there is no Node: ${specifier} is not to be had.`;
  }
  return reach.npm === 'any' || reach.npm.includes(name)
    ? undefined
    : `${home} may not import ${name}: the design does not give it that.`;
}
