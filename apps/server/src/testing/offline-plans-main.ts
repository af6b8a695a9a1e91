/** Plays paid solo rounds with logs that were planned offline, and prints the outcomes as JSON. The argument has the number of rounds of each kind, as JSON. For the bench. */
import { playOfflinePlans, type LogKind } from './offline-plans.ts';

const counts = JSON.parse(process.argv[2] ?? '{}') as Record<LogKind, number>;
console.log(JSON.stringify(await playOfflinePlans(counts)));
