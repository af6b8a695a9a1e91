import { enableCompileCache } from 'node:module';

// Before anything else is loaded: it keeps what the other modules compile to for the next start.
enableCompileCache();
const { run } = await import('./program.ts');
await run(process.env, process.argv.slice(2));
