import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type ProxyOptions } from 'vite';
import { catalogues } from './catalogues.ts';
import { offline } from './offline.ts';
import { pageTexts } from './page-texts.ts';
import { precompression } from './precompression.ts';
import { staticPages } from './static-pages.ts';
import { withoutWebGpu } from './without-webgpu.ts';

/**
 * The server of `pnpm dev`. The Host stays the page's own: to the server a write comes from the page when Origin and Host agree.
 */
const SERVER = { target: `http://localhost:${process.env['PORT'] ?? '8787'}`, changeOrigin: false };

/** Its sockets. What is no socket at the same address is a screen of the page. */
const SOCKET = {
  ...SERVER,
  ws: true,
  bypass: ({ headers, url }) => (headers.upgrade === undefined ? url : undefined),
} satisfies ProxyOptions;

/**
 * Modes: `production` has no trace of the dev wallet; `dev-chain` has it, in chunks of its own, and is for a server with a dev
 * chain (`--outDir dist-dev-chain`).
 */
export default defineConfig({
  plugins: [
    catalogues(),
    react(),
    tailwindcss(),
    withoutWebGpu(),
    pageTexts(),
    offline(),
    staticPages(),
    precompression(),
  ],
  build: {
    target: 'es2023',
    // Nothing inlined: a strict content security policy has no data: scripts or styles, and hashed files cache for ever.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    rolldownOptions: {
      output: {
        // What every page needs, in two pieces: each further one costs a request, and one alone would be evaluated in one go.
        // What every round needs, in one: the same code in twenty is a tenth larger.
        codeSplitting: {
          groups: [
            { name: 'react', test: /\/node_modules\/(?:react|react-dom|scheduler)\//, tags: ['$initial'], priority: 1 },
            { name: 'first', test: /\/(?:node_modules|packages|src)\/(?!main\.tsx)/, tags: ['$initial'] },
            { name: 'round', test: /\/src\/play\/(?:PlayScreen|RoundEnd)\.tsx$/ },
          ],
        },
      },
    },
    // Tronweb, in a chunk of the dev wallet alone, kB. What a visitor waits for has limits of its own: `pnpm bench size`.
    chunkSizeWarningLimit: 1_000,
  },
  server: {
    proxy: { '/api': SERVER, '/healthz': SERVER, '/readyz': SERVER, '^/ws$': SOCKET, '^/cross-chain$': SOCKET },
  },
});
