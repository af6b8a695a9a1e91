import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type ProxyOptions } from 'vite';
import { catalogues } from './catalogues.ts';
import { offline } from './offline.ts';
import { pageTexts } from './page-texts.ts';
import { precompression } from './precompression.ts';
import { screensOfPage } from './screens-table.ts';
import { shortClassNames } from './short-class-names.ts';
import { staticPages } from './static-pages.ts';
import { withoutUnusedPixi } from './without-unused-pixi.ts';

/**
 * The server of `pnpm dev`. The Host header stays the page's: the server accepts a write only if Origin and Host match.
 */
const SERVER = { target: `http://localhost:${process.env['PORT'] ?? '8787'}`, changeOrigin: false };

/** The server's WebSockets. Other requests to the same paths are screens of the page. */
const SOCKET = {
  ...SERVER,
  ws: true,
  bypass: ({ headers, url }) => (headers.upgrade === undefined ? url : undefined),
} satisfies ProxyOptions;

/** The screen of a round. Its chunk contains what these modules import, except what is in another group. */
const ROUND = /\/features\/(?:play-screen\/(?:PlayScreen|Round(?:Ready|Paused|End))|play\/play-session)\.tsx?$/;

/** The engine, and what removes the track of a replay. Outside of this group that would be in the chunk of a round, and every page with a link to a replay would load that chunk. */
const ENGINE = /\/engine\/src\/(?!bot\.ts)|\/battle\/without-track\.ts$|\/links\/short-replay\.ts$/;

/** Small modules that most screens need. In a chunk of a round every screen would load that chunk. */
const SHARED =
  /\/src\/(?:ui\/(?:Screen|time-bar|Badge|ChainDot|Segmented)|features\/(?:wallet\/WalletAction|landing\/amount|errors\/LazyPart|attract\/lazy-parts)|data\/(?:settings\/palette|account\/pending-practice|api\/use-after-load))\.tsx?$|\/engine\/src\/(?:result|units)\.ts$/;

/**
 * Modes: `production` does not contain the dev wallet; `dev-chain` contains it, in separate chunks, and is for a server with a dev
 * chain (`--outDir dist-dev-chain`).
 */
export default defineConfig({
  plugins: [
    catalogues(),
    screensOfPage(),
    react(),
    tailwindcss(),
    shortClassNames(),
    withoutUnusedPixi(),
    pageTexts(),
    offline(),
    staticPages(),
    precompression(),
  ],
  // React has this hook since version 18. The replacement for older versions, which wouter imports, is in every page otherwise.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  build: {
    target: 'es2023',
    // No inlined assets: the strict content security policy forbids data: scripts and styles, and hashed files are cached permanently.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    rolldownOptions: {
      output: {
        // The modules that every page needs are two chunks: more would cost requests, one would be evaluated in a single long task. One small
        // module is a third, which a prerendered page loads before them.
        // The modules that every round needs are three chunks, in part shared with other screens: split into twenty they would be 10%
        // larger.
        codeSplitting: {
          groups: [
            { name: 'early-input', test: /\/app\/early-input\.ts$/, priority: 6 },
            { name: 'react', test: /\/node_modules\/(?:react|react-dom|scheduler)\//, tags: ['$initial'], priority: 5 },
            {
              name: 'first',
              test: /\/(?:node_modules|packages|src)\/(?!app\/main\.tsx)/,
              tags: ['$initial'],
              priority: 4,
            },
            { name: 'shared', test: SHARED, priority: 3 },
            { name: 'rules', test: /\/engine\/src\/(?:free-play|cross-chain|upgrades)\.ts$/, priority: 2 },
            { name: 'engine', test: ENGINE, priority: 1 },
            { name: 'round-screen', test: ROUND },
          ],
        },
      },
    },
    // Only tronweb, in a chunk of the dev wallet, kB. `pnpm bench size` limits what a visitor downloads.
    chunkSizeWarningLimit: 1_000,
  },
  server: {
    proxy: { '/api': SERVER, '/healthz': SERVER, '/readyz': SERVER, '^/ws$': SOCKET, '^/cross-chain$': SOCKET },
  },
});
