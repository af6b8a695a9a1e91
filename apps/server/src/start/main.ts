import { enableCompileCache } from 'node:module';

// Enabled before other modules are loaded, so that their compiled code is cached for the next start.
enableCompileCache();
const { run } = await import('./program.ts');
await run(process.env, process.argv.slice(2));
