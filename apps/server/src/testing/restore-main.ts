/** Restores backups and prints what came of it as JSON: `node restore-main.ts [restores] [seed]`. For the bench. */
import { runRestores } from './restore-run.ts';

const [count = '200', seed = 'popfray'] = process.argv.slice(2);
console.log(JSON.stringify(await runRestores(Number(count), seed)));
