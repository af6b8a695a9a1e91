/**
 * Builds the web app that the server will serve: on the dev chain the build with the dev wallet. Run by `pnpm start`.
 */
import { build } from 'vite';

const isDevChain = (process.env['TRON_NETWORK'] || 'dev') === 'dev';
await build(isDevChain ? { mode: 'dev-chain', build: { outDir: 'dist-dev-chain' } } : {});
