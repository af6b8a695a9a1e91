import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type Plugin, type Rolldown } from 'vite';
import { catalogues } from './catalogues.ts';
import { FILE_NAMES } from './file-names.ts';
import { listPaths, moduleOf, readScreens } from './screens-table.ts';
import { shortClassNames } from './short-class-names.ts';
import type { ScreenRow } from './src/app/screens.ts';
import type english from './src/data/messages/en/shell.json';
import { LANGUAGES, PAGE_LANGUAGES, type Language } from './src/data/messages/language.ts';

/** Modules of a field. */
const FIELD_MODULES = ['/src/features/play/field.ts', '/howler.js'];

/** Catalogues, which are dynamically imported modules of the rendering. All other modules except the screens themselves are excluded. */
const CATALOGUES = /\/(?:zh|ja|en)\/[\w-]+\.json$/;

/** Substitutes for the browser globals that the modules read. */
const NO_BROWSER = {
  addEventListener: () => undefined,
  document: { activeElement: null, fullscreenEnabled: true, fullscreenElement: null, querySelectorAll: () => [] },
  localStorage: { getItem: () => null },
};

type Bundle = Readonly<Record<string, Rolldown.OutputChunk | Rolldown.OutputAsset>>;
type Messages = typeof english;

/** Data of a page. */
interface StaticPage {
  readonly language: Language;
  readonly title: string;
  readonly description: string;
  /** Files of the chunks that are loaded with the page: its texts, and a screen without a field. */
  readonly chunks: ReadonlySet<string>;
  /** Style sheets of the screen. */
  readonly styles: ReadonlySet<string>;
  /** Files of the chunks that are loaded later: a screen with its field (play/import-field.ts). */
  readonly laterChunks: ReadonlySet<string>;
}

type MakeStaticPage = (path: string, language: Language) => Promise<string>;

/**
 * Writes `static/{language}/` with a variant of index.html for each screen whose path has no parameter, in each language. It has the screen's title, and loads the
 * screen's chunks together with the first ones; some contain the rendered screen. `static/{language}/visitors/` has the pages that contain it for visitors only. The
 * server sends them instead of index.html, and the script replaces the markup: decision 0032. `static/screens.json` tells the server the paths of all screens.
 */
export function staticPages(): Plugin {
  let root = '.';
  let mode = 'production';
  return {
    name: 'popfray:static-pages',
    apply: 'build',
    enforce: 'post',
    configResolved(config): void {
      ({ root, mode } = config);
    },
    async generateBundle(_options, bundle): Promise<void> {
      const index = bundle['index.html'];
      if (index?.type !== 'asset') throw new Error('The build has no index.html.');
      const html = String(index.source);
      const start = this.getFileName(this.emitFile({ type: 'asset', name: 'start.js', source: makeStart(html) }));
      index.source = withStart(html, start);
      const table = await readScreens(root);
      this.emitFile({ type: 'asset', fileName: 'static/screens.json', source: JSON.stringify(listPaths(table)) });
      const screens = table.SCREENS.filter(({ paths: [path] }) => !path.includes(':'));
      const prerendered = screens.filter((screen) => screen.prerendered !== undefined);
      await withMaker(root, mode, prerendered, async (make) => {
        for (const language of LANGUAGES)
          for (const screen of screens) {
            const [path] = screen.paths;
            const catalogueFiles = ['shell', ...screen.texts].map(
              (part) => `/src/data/messages/${language}/${part}.json`,
            );
            const module = moduleOf(screen);
            const hasField = screen.hasField === true;
            const catalogueTexts = await Promise.all(catalogueFiles.map((file) => readJson(join(root, file))));
            const texts = Object.assign({}, ...catalogueTexts) as Messages;
            const page: StaticPage = {
              language,
              title: texts.app.title.replace('{screen}', textOf(texts, screen.title)),
              description: texts.app.description,
              chunks: chunksOf(bundle, hasField ? catalogueFiles : [...catalogueFiles, module]),
              styles: stylesOf(bundle, chunksOf(bundle, [module])),
              laterChunks: chunksOf(bundle, hasField ? [module, ...FIELD_MODULES] : []),
            };
            const markup = screen.prerendered === undefined ? '' : await make(path, language);
            const emitPage = (folder: string, source: string) =>
              this.emitFile({ type: 'asset', fileName: `${folder}/${path.slice(1) || 'index'}.html`, source });
            const isForVisitors = screen.prerendered === 'for visitors';
            emitPage(`static/${language}`, fill(html, start, page, isForVisitors ? '' : markup));
            if (isForVisitors) emitPage(`static/${language}/visitors`, fill(html, start, page, markup));
          }
      });
    },
  };
}

/** File names of the chunks of modules, with all their imports. */
function chunksOf(bundle: Bundle, modules: readonly string[]): ReadonlySet<string> {
  const names = new Set<string>();
  const add = (name: string): void => {
    const file = bundle[name];
    if (file?.type !== 'chunk' || names.has(name)) return;
    names.add(name);
    for (const imported of file.imports) add(imported);
  };
  for (const [name, file] of Object.entries(bundle))
    if (file.type === 'chunk' && modules.some((module) => file.facadeModuleId?.endsWith(module) === true)) add(name);
  return names;
}

/** File names of the style sheets that chunks import. */
const stylesOf = (bundle: Bundle, chunks: ReadonlySet<string>): ReadonlySet<string> =>
  new Set(
    [...chunks].flatMap((name) => {
      const file = bundle[name];
      return file?.type === 'chunk' ? [...(file.viteMetadata?.importedCss ?? [])] : [];
    }),
  );

const readJson = async (path: string): Promise<object> => JSON.parse(await readFile(path, 'utf8')) as object;

/** The page's script element, as Vite writes it. */
const MAIN = /<script type="module" ([^>]*?) src="(\/assets\/[^"]+)"><\/script>/;

/** The path of the chunk of early-input.ts. */
function findEarlyInput(html: string): string {
  const [path] = /\/assets\/early-input-[^"]+/.exec(html) ?? [];
  if (path === undefined) throw new Error('index.html does not load early-input.ts.');
  return path;
}

/**
 * Creates a script that evaluates the shared chunks one by one, each in a separate task, and the page's script last. Between the tasks a
 * prerendered page can be scrolled and left, and any page can be left.
 */
function makeStart(html: string): string {
  const [, , main] = MAIN.exec(html) ?? [];
  const pieces = ['react', 'first'].map((name) => new RegExp(`/assets/${name}-[^"]+`).exec(html)?.[0]);
  if (main === undefined || pieces.includes(undefined))
    throw new Error('index.html does not load what it is known to.');
  const imports = [...pieces, main].map((path) => `await import(${JSON.stringify(path)});`);
  return `${AFTER_PAINT}${imports.join('await new Promise((resolve) => setTimeout(resolve));')}`;
}

/**
 * Preloads the scripts of a prerendered page after its first paint, so that they do not compete with fonts and styles. A page in the
 * background does not wait, because it is not painted.
 */
const AFTER_PAINT = `const links = document.querySelectorAll('link[rel="after-paint"]');
if (links.length > 0 && !document.hidden) await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
for (const link of links) link.rel = 'modulepreload';
`;

/** Replaces the page's script by the one that evaluates it in parts. */
const withStart = (html: string, start: string): string =>
  html.replace(MAIN, (_, attributes: string, main: string) => {
    const preload = `<link rel="modulepreload" ${attributes} href="${main}">`;
    return `<script type="module" ${attributes} src="/${start}" data-main="${main}"></script>${preload}`;
  });

/** Creates the page of a screen, with its markup, which is empty for a screen that only its script renders. The security policy forbids style attributes, so they are removed; the script sets them later. */
function fill(
  html: string,
  start: string,
  { language, title, description, chunks, styles, laterChunks }: StaticPage,
  markup: string,
): string {
  // A page without markup first shows its header, and then its screen.
  const isShell = markup === '';
  const priority = isShell ? ' fetchpriority="low"' : '';
  const links = [...chunks]
    .filter((name) => !html.includes(name))
    .map((name) => `<link rel="modulepreload"${priority} crossorigin href="/${name}">`);
  const sheets = [...styles]
    .filter((name) => !html.includes(name))
    .map(
      (name) =>
        `<link ${isShell ? 'rel="preload" as="style"' : 'rel="stylesheet"'}${priority} crossorigin href="/${name}">`,
    );
  const later = [...laterChunks]
    .filter((name) => !chunks.has(name) && !html.includes(name))
    .map(
      (name) => `<link rel="${isShell ? 'modulepreload' : 'ahead'}" fetchpriority="low" crossorigin href="/${name}">`,
    );
  // A prerendered page is readable without its script: fonts and styles are loaded first.
  const afterPaint = (tag: string): string => (isShell ? tag : tag.replace('modulepreload', 'after-paint'));
  // The one script that it needs at once.
  const press = isShell ? '' : `<script type="module" async crossorigin src="${findEarlyInput(html)}"></script>`;
  // What `usePlayMarks` sets.
  const mark = markup.includes('class="play ') ? ' data-play' : '';
  return withStart(html, start)
    .replace(/<html lang="\w+">/, `<html lang="${PAGE_LANGUAGES[language]}"${mark}>`)
    .replace(/<title>[^<]*/, () => `<title>${escape(title)}`)
    .replaceAll(/(description" content=")[^"]*/g, (_, before: string) => before + escape(description))
    .replace(/(og:title" content=")[^"]*/, (_, before: string) => before + escape(title))
    .replace('</head>', `${sheets.join('')}${links.join('')}${later.join('')}</head>`)
    .replaceAll(/<link rel="modulepreload"[^>]*>/g, afterPaint)
    .replace('<script type="module"', (tag) => press + tag)
    .replace('<div id="root"></div>', () => `<div id="root">${markup.replaceAll(/ style="[^"]*"/g, '')}</div>`);
}

/** Builds the renderer for Node and passes it to `use`. */
async function withMaker(
  root: string,
  mode: string,
  screens: readonly ScreenRow[],
  use: (make: MakeStaticPage) => Promise<void>,
): Promise<void> {
  const outDir = await mkdtemp(join(tmpdir(), 'popfray-static-'));
  try {
    await build({
      configFile: false,
      root,
      mode,
      publicDir: false,
      logLevel: 'warn',
      plugins: [catalogues(), react(), withoutOtherParts(screens), withoutStyles(), shortClassNames()],
      define: { 'process.env.NODE_ENV': JSON.stringify('production') },
      ssr: { noExternal: true },
      build: {
        ssr: 'src/app/static-page.tsx',
        outDir,
        emptyOutDir: true,
        emitAssets: false,
        minify: false,
        // The pages name the same pictures as the scripts do.
        rolldownOptions: { output: { ...FILE_NAMES, entryFileNames: '[name].js' } },
      },
    });
    const entry = pathToFileURL(join(outDir, 'static-page.js')).href;
    await inNoBrowser(async () => {
      const { makeStaticPage } = (await import(entry)) as { readonly makeStaticPage: MakeStaticPage };
      await use(async (path, language) => {
        Object.assign(globalThis, { location: new URL(path, 'https://popfray.invalid') });
        return makeStaticPage(path, language);
      });
    });
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}

/** Runs a function while `NO_BROWSER` replaces the browser's globals. */
async function inNoBrowser(run: () => Promise<void>): Promise<void> {
  const names = [...Object.keys(NO_BROWSER), 'location'];
  const before = names.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
  Object.assign(globalThis, NO_BROWSER);
  try {
    await run();
  } finally {
    for (const [name, descriptor] of before) {
      Reflect.deleteProperty(globalThis, name);
      if (descriptor !== undefined) Object.defineProperty(globalThis, name, descriptor);
    }
  }
}

/** Excludes all other modules: importing one fails, as it does without a connection. */
const withoutOtherParts = (screens: readonly ScreenRow[]): Plugin => ({
  name: 'popfray:without-other-parts',
  enforce: 'pre',
  resolveId: (source, _importer, { kind }) =>
    kind !== 'dynamic-import' ||
    CATALOGUES.test(source) ||
    screens.some((one) => source.endsWith(`/${one.component}.tsx`))
      ? null
      : { id: 'popfray:absent', external: true },
});

/** Leaves style sheets out: the page's build makes them. */
const withoutStyles = (): Plugin => ({
  name: 'popfray:without-styles',
  enforce: 'pre',
  resolveId: (source) => (source.endsWith('.css') ? '\0popfray:no-style' : null),
  load: (id) => (id === '\0popfray:no-style' ? '' : null),
});

/** A text of a catalogue by the path of its key. */
function textOf(texts: object, key: string): string {
  let found: unknown = texts;
  for (const name of key.split('.')) found = (found as Readonly<Record<string, unknown>> | undefined)?.[name];
  if (typeof found !== 'string') throw new Error(`The catalogue has no text ${key}.`);
  return found;
}

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
