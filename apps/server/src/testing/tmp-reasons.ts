import { playSessions } from './battle-money-play.ts';
import { openBattleWorld } from './battle-money-world.ts';
import { rmSync } from 'node:fs';
rmSync('/tmp/settle-sim.db', { force: true });
rmSync('/tmp/settle-sim.db-wal', { force: true });
rmSync('/tmp/settle-sim.db-shm', { force: true });
const world = await openBattleWorld('/tmp/settle-sim.db', 'b');
await playSessions(world, 160);
const { db } = world.mortal.context;
console.log(
  db
    .prepare(
      'SELECT status, reason, fee_sun > 0 AS paid, count(*) AS n, sum(EXISTS(SELECT 1 FROM seats WHERE session_id = sessions.id AND fee_sun>0)) AS fees FROM sessions GROUP BY 1,2,3',
    )
    .all(),
);
console.log(
  db
    .prepare(
      'SELECT has_bots, is_cross_chain, count(*) n, sum(pool_sun) pool, sum(house_sun) h FROM battles GROUP BY 1,2',
    )
    .all(),
);
console.log(
  db.prepare('SELECT status, count(*) n FROM payments GROUP BY 1').all(),
  db.prepare('SELECT status, count(*) n FROM payouts GROUP BY 1').all(),
);
console.log(db.prepare('SELECT status, is_bot, count(*) n FROM results GROUP BY 1, 2').all());
console.log(
  db.prepare('SELECT count(*) n FROM (SELECT 1 FROM results GROUP BY session_id, position HAVING count(*)>1)').all(),
);
console.log(db.prepare('SELECT count(*) n FROM results WHERE share_sun > 0').all());
await world.test.devChain.stop();
