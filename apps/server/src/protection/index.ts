/** Protection of players: the gate in front of every paid action, limits, breaks, self-exclusion, reality checks, and the statement. */
export { forRequest } from './country.ts';
export { createProtectionTask, forgetProtection } from './forget.ts';
export { admitPaidAction, refusalEnd, refuseDeposit, refusePaidAction } from './gate.ts';
export { limitRowsOf } from './limits.ts';
export { confirmAge, protectionOf } from './protection.ts';
export { addProtection } from './routes.ts';
