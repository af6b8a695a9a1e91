/** Loaded into a program by `node --import`: sets its wall clock wrong by CLOCK_AHEAD_MS. */
const aheadMs = Number(process.env['CLOCK_AHEAD_MS']);
const readClock = Date.now;
Date.now = () => readClock() + aheadMs;
