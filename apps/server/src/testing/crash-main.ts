/**
 * Kills servers and prints what came of it as JSON: `node crash-main.ts [--postgres] [kills] [seed]`, or `node crash-main.ts [--postgres] battles`
 * for kills in battles alone. With `--postgres` their database is on a private PostgreSQL server, which outlives them. For the bench.
 */
import { parseArgs } from 'node:util';
import { runBattleKills, runKills } from './crash-run.ts';
import { startPrivatePostgres } from './postgres-server.fixture.ts';

const { values, positionals } = parseArgs({ options: { postgres: { type: 'boolean' } }, allowPositionals: true });
const [count = '200', seed = 'popfray'] = positionals;
const postgres = values.postgres === true ? await startPrivatePostgres() : undefined;
if (postgres !== undefined && 'skipped' in postgres) throw new Error(postgres.skipped);
try {
  const report = count === 'battles' ? runBattleKills(postgres?.url) : runKills(Number(count), seed, postgres?.url);
  console.log(JSON.stringify(await report));
} finally {
  await postgres?.stop();
}
