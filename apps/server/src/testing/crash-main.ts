/**
 * Kills servers and prints what came of it as JSON: `node crash-main.ts [kills] [seed]`, or `node crash-main.ts battles` for kills
 * in battles alone. For the bench.
 */
import { runBattleKills, runKills } from './crash-run.ts';

const [count = '200', seed = 'popfray'] = process.argv.slice(2);
console.log(JSON.stringify(await (count === 'battles' ? runBattleKills() : runKills(Number(count), seed))));
