/** The time of this process, and the days of UTC. */
export { type Clock, createClock, describeClockEvent } from './clock.ts';
export { type Day, DAY_MS, dayOf } from './day.ts';
export { createSharedClock } from './shared-clock.ts';
