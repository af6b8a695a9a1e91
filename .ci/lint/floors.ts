import { dirname, relative, resolve, sep } from 'node:path';
import { importRule } from './rule.ts';

/**
 * The folders of the server, floor by floor, the highest first. A module imports from its own folder and from folders that are further down
 * in this list, so no two folders import each other. From another folder it imports `index.ts`, which names what is public:
 * docs/decisions/0056-server-floors.md.
 */
const FLOORS: readonly (readonly string[])[] = [
  ['start'],
  ['admin', 'game-socket'],
  ['privacy', 'verification', 'solvency', 'restore', 'statistics', 'sharing', 'cross-chain'],
  ['translation', 'chat', 'battles', 'settlement', 'daily'],
  ['sessions', 'payments', 'payouts'],
  ['sign-in', 'practice', 'rounds', 'upgrades', 'players'],
  ['chain', 'ledger'],
  ['platform/process', 'platform/context', 'platform/sockets', 'platform/website', 'platform/http', 'platform/worker'],
  ['platform/lease'],
  [
    'platform/bus',
    'platform/redis',
    'platform/audit',
    'platform/database',
    'platform/log',
    'platform/config',
    'platform/clock',
  ],
  ['platform/serial'],
];

/** Position of each folder in the list. */
const POSITIONS: ReadonlyMap<string, number> = new Map(FLOORS.flat().map((folder, position) => [folder, position]));

const SOURCE = resolve(import.meta.dirname, '../../apps/server/src');

/** Code that only tests and benchmarks run. It may import every module. */
const TEST_CODE = /^testing\/|\.(?:test|fixture)\.ts$/;

/** In the server, imports point downwards, and the product does not import test code. */
export const floors = importRule('Folders of the server import only folders below them.', explain);

/** Why a file of the server may not import what it names; `undefined` when it may. */
function explain(filename: string, specifier: string): string | undefined {
  const file = pathInSource(filename);
  const target = pathInSource(resolve(dirname(filename), specifier));
  if (file.startsWith('../') || TEST_CODE.test(file)) return undefined;
  if (!specifier.startsWith('.') || target.startsWith('../')) return undefined;
  if (TEST_CODE.test(target)) return `${specifier} is test code: only tests import it.`;
  const [from, to] = [folderOf(file), folderOf(target)];
  if (from === to) return target === `${to}/index.ts` ? 'Inside its folder, import the module itself.' : undefined;
  const [fromPosition, toPosition] = [POSITIONS.get(from), POSITIONS.get(to)];
  if (fromPosition === undefined || toPosition === undefined)
    return `${fromPosition === undefined ? from : to} has no floor. Add the folder to FLOORS in .ci/lint/floors.ts.`;
  if (toPosition < fromPosition)
    return `${from} may not import ${to}, which is above it in FLOORS (.ci/lint/floors.ts). Let start/ pass in what is needed.`;
  return target === `${to}/index.ts`
    ? undefined
    : `${specifier} is private to ${to}. Import its index.ts, and export there what other folders may use.`;
}

const pathInSource = (path: string): string => relative(SOURCE, path).split(sep).join('/');

/** The folder of the list that a file is in: two names deep within `platform/`. */
const folderOf = (path: string): string =>
  path
    .split('/')
    .slice(0, path.startsWith('platform/') ? 2 : 1)
    .join('/');
