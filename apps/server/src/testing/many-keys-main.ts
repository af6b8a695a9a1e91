/** Plays 50 new keys on one network for 24 virtual hours, and prints what they took as JSON. The argument is what each round earns, sun. For the bench. */
import { playManyKeys } from './many-keys.ts';

const earnedSun = Number(process.argv[2]);
if (!Number.isSafeInteger(earnedSun) || earnedSun <= 0) throw new Error('The argument is what each round earns, sun.');
console.log(JSON.stringify(await playManyKeys({ earnedSun, keys: 50, hours: 24, networkOf: () => '203.0.113.7' })));
