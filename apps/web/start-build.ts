/**
 * Builds the web app that the server is about to serve: on the dev chain the one with the dev wallet in it. `pnpm start` runs it.
 */
import { build } from 'vite';

const isDevChain = (process.env['TRON_NETWORK'] || 'dev') === 'dev';
await build(isDevChain ? { mode: 'dev-chain', build: { outDir: 'dist-dev-chain' } } : {});
