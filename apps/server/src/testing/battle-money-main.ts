/** Plays battles for money under faults and prints what came of it as JSON: `node battle-money-main.ts [sessions] [seed]`. For the bench. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runBattles } from './battle-money.ts';

const [count = '2000', seed = 'popfray'] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'popfray-battles-'));
try {
  console.log(JSON.stringify(await runBattles(join(folder, 'popfray.db'), Number(count), seed)));
} finally {
  rmSync(folder, { recursive: true });
}
