import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type ProxyOptions } from 'vite';
import { catalogues } from './catalogues.ts';
import { CHUNK_GROUPS } from './chunk-groups.ts';
import { FILE_NAMES } from './file-names.ts';
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
        ...FILE_NAMES,
        codeSplitting: { groups: CHUNK_GROUPS },
      },
    },
    // Only tronweb, in a chunk of the dev wallet, kB. `pnpm bench size` limits what a visitor downloads.
    chunkSizeWarningLimit: 1_000,
  },
  worker: { rolldownOptions: { output: FILE_NAMES } },
  server: {
    proxy: { '/api': SERVER, '/healthz': SERVER, '/readyz': SERVER, '^/ws$': SOCKET, '^/cross-chain$': SOCKET },
  },
});
