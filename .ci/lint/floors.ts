import { dirname, relative, resolve, sep } from 'node:path';
import { importRule } from './rule.ts';

/** The floors of an application: which of its folders may import which. */
interface Floors {
  /** Its source folder. */
  readonly source: string;
  /**
   * Its folders, the highest first, in rows that belong together. A module imports from its own folder and from folders that are further
   * down, so no two folders import each other.
   */
  readonly floors: readonly (readonly string[])[];
  /** Folders whose subfolders are the folders of the list. */
  readonly nested: readonly string[];
  /** Whether other folders import only the `index.ts` of a folder, which names what is public. */
  readonly hasIndex: (folder: string) => boolean;
  /** The folder whose dynamic imports may name any module: the loaders of the parts of the page. */
  readonly loader?: string;
}

/** The folders of the server: docs/decisions/0056-server-floors.md. */
const SERVER: Floors = {
  source: resolve(import.meta.dirname, '../../apps/server/src'),
  floors: [
    ['start'],
    ['admin', 'game-socket'],
    ['privacy', 'verification', 'solvency', 'restore', 'statistics', 'sharing', 'cross-chain', 'watching'],
    ['translation', 'chat', 'relay', 'battles', 'settlement', 'solo', 'daily', 'shared-rounds'],
    ['sessions', 'payments', 'payouts', 'commitments'],
    ['sign-in', 'practice', 'rounds', 'skins', 'upgrades', 'players', 'seasons'],
    ['protection', 'earning-limits'],
    ['chain', 'ledger', 'conduct'],
    [
      'platform/process',
      'platform/context',
      'platform/sockets',
      'platform/website',
      'platform/http',
      'platform/worker',
    ],
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
  ],
  nested: ['platform'],
  hasIndex: () => true,
};

const feature = (name: string): string => `features/${name}`;

/** The folders of the web app: docs/decisions/0063-web-floors.md. */
const WEB: Floors = {
  source: resolve(import.meta.dirname, '../../apps/web/src'),
  floors: [
    ['app'],
    [
      'gallery',
      'admin',
      'profile',
      'room',
      'lobby',
      'receipt',
      'fairness',
      'round',
      'landing',
      'info',
      'settings',
      'protection',
      'not-found',
    ].map(feature),
    ['daily', 'arena', 'free-play', 'replay', 'race'].map(feature),
    ['battle', 'chat', 'sessions', 'solo'].map(feature),
    [
      'season',
      'play-screen',
      'results',
      'rivals',
      'kept-rounds',
      'share-card',
      'tutorial',
      'upgrades',
      'coach',
      'attract',
      'watch',
    ].map(feature),
    ['skins'].map(feature),
    ['payments', 'play', 'wallet', 'wallet-apps', 'errors', 'offline'].map(feature),
    [
      'data/platform',
      'data/game-socket',
      'data/wallet',
      'data/chunks',
      'data/api',
      'data/account',
      'data/settings',
      'data/links',
    ],
    ['data/messages', 'data/storage', 'data'],
    ['ui/charts', 'ui'],
  ],
  nested: ['features', 'data', 'ui'],
  hasIndex: (folder) => folder.startsWith('features/'),
  loader: 'app',
};

/** Code that only tests, simulations and benchmarks run. It may import every module. */
const TEST_CODE = /^(?:testing|simulation)\/|\.(?:test|fixture)\.tsx?$/;

/** In an application, imports point downwards, and the product does not import test code. */
export const floors = importRule('Folders of an application import only folders below them.', (...args) =>
  [SERVER, WEB].map((app) => explain(app, ...args)).find((message) => message !== undefined),
);

/** Why a file of an application may not import what it names; `undefined` when it may. */
function explain(app: Floors, filename: string, specifier: string, isDynamic: boolean): string | undefined {
  const file = pathIn(app, filename);
  const target = pathIn(app, resolve(dirname(filename), specifier));
  if (file.startsWith('../') || TEST_CODE.test(file)) return undefined;
  if (!specifier.startsWith('.') || target.startsWith('../')) return undefined;
  if (TEST_CODE.test(target)) return `${specifier} is test code: only tests import it.`;
  const [from, to] = [folderOf(app, file), folderOf(app, target)];
  if (from === to) return target === `${to}/index.ts` ? 'Inside its folder, import the module itself.' : undefined;
  const list = app.floors.flat();
  const [fromPosition, toPosition] = [list.indexOf(from), list.indexOf(to)];
  if (fromPosition === -1 || toPosition === -1)
    return `${fromPosition === -1 ? from : to} has no floor. Add the folder to .ci/lint/floors.ts.`;
  if (toPosition < fromPosition)
    return `${from} may not import ${to}, which is above it in .ci/lint/floors.ts. Let the folder at the top pass in what is needed.`;
  if (!app.hasIndex(to) || (isDynamic && from === app.loader)) return undefined;
  return target === `${to}/index.ts`
    ? undefined
    : `${specifier} is private to ${to}. Import its index.ts, and export there what other folders may use.`;
}

const pathIn = ({ source }: Floors, path: string): string => relative(source, path).split(sep).join('/');

/** The folder of the list that a file is in. */
function folderOf({ nested }: Floors, path: string): string {
  const [first = '', ...rest] = path.split('/').slice(0, -1);
  return nested.includes(first) ? [first, ...rest.slice(0, 1)].join('/') : first;
}
