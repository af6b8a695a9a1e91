import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { getMimeType, mimes } from 'hono/utils/mime';
import { ScreenPaths } from './screen-paths.ts';

/** The bytes of a file, compressed by the build or plain. */
type Bytes = Uint8Array<ArrayBuffer>;

/** Encodings of the compressed copies that the build writes beside a file, the smallest first, with their file endings. */
const ENCODINGS = [
  { encoding: 'br', ending: '.br' },
  { encoding: 'gzip', ending: '.gz' },
] as const;

type Encoding = (typeof ENCODINGS)[number]['encoding'];

/** A file of the built web app, ready to send. */
export interface WebFile {
  readonly contentType: string;
  /** Whether its name contains a hash of its contents, so that it can be cached forever. */
  readonly isImmutable: boolean;
  /** Hash of the plain bytes. */
  readonly hash: string;
  readonly plain: Bytes;
  readonly compressed: ReadonlyMap<Encoding, Bytes>;
}

/** The page of a screen in a language. */
export interface ScreenPage {
  readonly file: WebFile;
  /** The page for visitors who are not signed in, where it is another one. */
  readonly forVisitors: WebFile | undefined;
}

/**
 * The built web app in memory, by URL path. It is read once, at the start, so no request can reach other files, and a build that runs meanwhile
 * cannot mix two versions.
 */
export interface Website {
  readonly files: ReadonlyMap<string, WebFile>;
  /** The page that all screens share. */
  readonly shell: WebFile;
  /** The same page for one screen, by language and then by the screen's path. The first language is the default. */
  readonly screens: ReadonlyMap<string, ReadonlyMap<string, ScreenPage>>;
  readonly screenPaths: ScreenPaths;
}

/** Content types by file ending. */
const CONTENT_TYPES = { ...mimes, wav: 'audio/wav' };

/** Files of the build with the page of a screen, with its language and name. They are only sent at the paths of their screens. */
const SCREEN = /^\/static\/(\w+)\/([\w-]+)\.html$/;

/** The same for visitors who are not signed in. */
const VISITORS_SCREEN = /^\/static\/\w+\/visitors\/[\w-]+\.html$/;

/** File of the build with the paths of all screens, and old ones that redirect to them. It is not sent. */
const SCREEN_PATHS = '/static/screens.json';

/** The contents of that file. */
interface ScreenList {
  readonly screens: readonly string[];
  readonly redirects: readonly string[];
}

/** The default language. */
const FIRST_LANGUAGE = 'en';

/** The maximum is 11, which takes ten times as long and saves a few per cent. */
const BROTLI_QUALITY = 9;

/** Folder for files whose name contains a hash of their contents. */
const HASHED = '/assets/';

/**
 * Reads the build in `root`; `undefined` when there is no `index.html` in it. Throws an error when a build of another version lacks the paths of the
 * screens.
 */
export function readWebsite(root: string): Website | undefined {
  if (!existsSync(join(root, 'index.html'))) return undefined;
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = new Set(
    entries.map((entry) => `/${relative(root, join(entry.parentPath, entry.name)).replaceAll(sep, '/')}`),
  );
  const isVariant = (path: string): boolean =>
    ENCODINGS.some(({ ending }) => path.endsWith(ending) && paths.has(path.slice(0, -ending.length)));
  const files = new Map(
    [...paths].filter((path) => !isVariant(path)).map((path) => [path, readWebFile(root, path, paths)]),
  );
  const shell = files.get('/index.html');
  const screenPaths = takeScreenPaths(files);
  const screens = takeScreens(files);
  return shell && { files, shell, screens, screenPaths };
}

/** Moves the paths of the screens out of the files. */
function takeScreenPaths(files: Map<string, WebFile>): ScreenPaths {
  const file = files.get(SCREEN_PATHS);
  if (file === undefined) throw new Error(`The build of the web app has no ${SCREEN_PATHS}: build it again.`);
  files.delete(SCREEN_PATHS);
  const { screens, redirects } = JSON.parse(Buffer.from(file.plain).toString()) as ScreenList;
  return new ScreenPaths([...screens, ...redirects]);
}

/** Moves the screens out of the files. */
function takeScreens(files: Map<string, WebFile>): Website['screens'] {
  const screens = new Map<string, Map<string, ScreenPage>>([[FIRST_LANGUAGE, new Map()]]);
  const visitors = new Map([...files].filter(([path]) => VISITORS_SCREEN.test(path)));
  for (const path of visitors.keys()) files.delete(path);
  for (const [path, file] of files) {
    const [, language, name] = SCREEN.exec(path) ?? [];
    if (language === undefined || name === undefined) continue;
    files.delete(path);
    const those = screens.get(language) ?? new Map<string, ScreenPage>();
    const forVisitors = visitors.get(`/static/${language}/visitors/${name}.html`);
    screens.set(language, those.set(name === 'index' ? '/' : `/${name}`, { file, forVisitors }));
  }
  return screens;
}

function readWebFile(root: string, path: string, paths: ReadonlySet<string>): WebFile {
  const plain = readFileSync(join(root, path));
  const compressed = ENCODINGS.filter(({ ending }) => paths.has(path + ending)).map(
    ({ encoding, ending }): [Encoding, Bytes] => [encoding, readFileSync(join(root, path + ending))],
  );
  return {
    contentType: getMimeType(path, CONTENT_TYPES) ?? 'application/octet-stream',
    isImmutable: path.startsWith(HASHED),
    hash: hashOf(plain),
    plain,
    compressed: new Map(compressed),
  };
}

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Makes a file from a text and compresses it like the build, without blocking the event loop. */
export async function makeWebFile(text: string, contentType: string): Promise<WebFile> {
  const plain = Buffer.from(text);
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
  const [br, gz] = await Promise.all([compressBrotli(plain, { params }), compressGzip(plain, { level: 9 })]);
  return {
    contentType,
    isImmutable: false,
    hash: hashOf(plain),
    plain,
    compressed: new Map<Encoding, Bytes>([
      ['br', br],
      ['gzip', gz],
    ]),
  };
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64url').slice(0, 22);

/** The best encoding that a file has and an Accept-Encoding header allows; `undefined` for the plain bytes. */
export function chooseEncoding(file: WebFile, acceptEncoding: string | undefined): Encoding | undefined {
  const accepted = new Set<string>();
  for (const item of (acceptEncoding ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim());
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    if (quality === undefined || Number(quality.slice(2)) > 0) accepted.add(name);
  }
  return ENCODINGS.map(({ encoding }) => encoding).find(
    (encoding) => accepted.has(encoding) && file.compressed.has(encoding),
  );
}
