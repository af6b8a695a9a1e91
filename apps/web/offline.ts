import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { minify, transformWithOxc, type Plugin, type Rolldown } from 'vite';
import { makeManifest, MANIFEST_LANGUAGES, manifestName } from './manifest.ts';
import { readScreens } from './screens-table.ts';
import type { ScreenRow } from './src/app/screens.ts';
import type { Part } from './src/data/messages/parts.ts';

type Bundle = Readonly<Record<string, Rolldown.OutputChunk | Rolldown.OutputAsset>>;

/** Features that screens which work without a server load as parts. */
const OFFLINE_PARTS = [
  'coach',
  'errors',
  'kept-rounds',
  'not-found',
  'offline',
  'play',
  'play-screen',
  'rivals',
  'results',
  'share-card',
  'tutorial',
];

/** Catalogues of these parts. */
const OFFLINE_PART_TEXTS: readonly Part[] = [
  'account',
  'coach',
  'cursor',
  'failures',
  'kept-rounds',
  'landing',
  'offline',
  'practice',
  'share-card',
  'shell',
  'tutorial',
];

/** Modules outside of the features that screens without a server need. Their chunks are cached with all imports. */
const OFFLINE_SOURCES = /\/src\/(?:app|ui)\/|\/packages\/(?:engine|renderer|react)\/|\/pixi\.js\/|\/howler\//;

/** Modules in these folders that only paid play needs. */
const ONLINE_SOURCES = /\/packages\/react\/src\/battle\//;

/** A feature's module, with the name of the feature; a catalogue, with the name of its part. */
const FEATURE = /\/src\/features\/([\w-]+)\//;
const TEXTS = /\/src\/data\/messages\/\w+\/([\w-]+)\.json$/;

/** Other cached files: fonts, sounds and the coach's worker. */
const OFFLINE_ASSETS = /\.(?:woff2|mp3)$|\/coach-worker-[\w-]+\.js$/;

/** Cached files of `public/`, which an installed page shows. */
const OFFLINE_PUBLIC = ['favicon.svg', 'icons/192.png'];

/** Builds the service worker with the list of its cached files, and the manifests of the installable page. */
export function offline(): Plugin {
  let outDir = 'dist';
  let root = '.';
  return {
    name: 'popfray:offline',
    apply: 'build',
    configResolved(config): void {
      ({ root } = config);
      outDir = resolve(root, config.build.outDir);
    },
    transformIndexHtml: () => [
      { tag: 'link', attrs: { rel: 'manifest', href: `/${manifestName(MANIFEST_LANGUAGES[0])}` }, injectTo: 'head' },
      { tag: 'link', attrs: { rel: 'apple-touch-icon', href: '/icons/192.png' }, injectTo: 'head' },
    ],
    generateBundle(): void {
      for (const language of MANIFEST_LANGUAGES)
        this.emitFile({ type: 'asset', fileName: manifestName(language), source: makeManifest(language) });
    },
    writeBundle: {
      order: 'post',
      async handler(_options, bundle): Promise<void> {
        const source = await readFile(join(root, 'worker/worker.ts'), 'utf8');
        const { SCREENS } = await readScreens(root);
        const files = offlineFiles(bundle, SCREENS);
        await writeFile(join(outDir, 'sw.js'), await makeWorker(source, bundle, files, outDir));
      },
    },
  };
}

/** Source of the worker: the constants of the build, then the worker's code without types. */
async function makeWorker(source: string, bundle: Bundle, hashed: readonly string[], outDir: string): Promise<string> {
  const plain = ['index.html', ...MANIFEST_LANGUAGES.map(manifestName), ...OFFLINE_PUBLIC];
  const files = [...plain, ...hashed].map((name) => `/${name}`);
  const entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry);
  if (entry === undefined) throw new Error('The build has no entry.');
  const { code } = await transformWithOxc(source, 'worker.ts');
  const hash = createHash('sha256').update(code).update(files.join());
  // A hashed name identifies the content; other files have to be read.
  for (const name of plain) hash.update(await readFile(join(outDir, name)));
  const known = { VERSION: hash.digest('base64url').slice(0, 12), ENTRY: `/${entry.fileName}`, FILES: files };
  const lines = Object.entries(known).map(([name, value]) => `const ${name} = ${JSON.stringify(value)};`);
  return (await minify('sw.js', `${lines.join('\n')}\n${code}`)).code;
}

/** Every hashed file that the screens which work without a server may request. */
function offlineFiles(bundle: Bundle, screens: readonly ScreenRow[]): string[] {
  const isOffline = offlineModules(screens.filter((screen) => screen.isOffline === true));
  const needed = new Set<string>();
  const add = (name: string): void => {
    const file = bundle[name];
    if (file?.type !== 'chunk' || needed.has(name)) return;
    needed.add(name);
    for (const style of file.viteMetadata?.importedCss ?? []) needed.add(style);
    for (const imported of file.imports) add(imported);
  };
  for (const [name, file] of Object.entries(bundle)) {
    if (file.type === 'asset' && OFFLINE_ASSETS.test(name)) needed.add(name);
    if (file.type === 'chunk' && (file.isEntry || isOffline(file.facadeModuleId ?? ''))) add(name);
  }
  return [...needed].toSorted();
}

/** Returns whether a module, by its id, belongs to screens that work without a server. */
function offlineModules(screens: readonly ScreenRow[]): (moduleId: string) => boolean {
  const features = new Set([...OFFLINE_PARTS, ...screens.map(({ feature }) => feature)]);
  const texts = new Set<string>([...OFFLINE_PART_TEXTS, ...screens.flatMap((screen) => screen.texts)]);
  return (moduleId) => {
    const id = moduleId.replaceAll('\\', '/');
    const [, part] = TEXTS.exec(id) ?? [];
    const [, feature] = FEATURE.exec(id) ?? [];
    if (part !== undefined) return texts.has(part);
    if (feature !== undefined) return features.has(feature);
    return OFFLINE_SOURCES.test(id) && !ONLINE_SOURCES.test(id);
  };
}
