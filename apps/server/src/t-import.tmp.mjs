const t=(n,a)=>console.log(n,Math.round(performance.now()-a));
let a=performance.now(); await import('zod');t('zod',a);a=performance.now();
await import('@popfray/protocol');t('protocol',a);a=performance.now();
await import('hono');t('hono',a);a=performance.now();
await import('better-sqlite3');t('sqlite',a);a=performance.now();
await import('kysely');t('kysely',a);a=performance.now();
await import('@popfray/tron/node');t('tron/node',a);a=performance.now();
await import('@popfray/tron/dev-chain');t('tron/dev-chain',a);a=performance.now();
await import('./start.ts');t('start',a);console.log('total',performance.now())
