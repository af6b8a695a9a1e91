/** Kills servers and prints what came of it as JSON: `node crash-main.ts [kills] [seed]`. For the bench. */
import { runKills } from './crash-run.ts';

const [count = '200', seed = 'popfray'] = process.argv.slice(2);
console.log(JSON.stringify(await runKills(Number(count), seed)));
