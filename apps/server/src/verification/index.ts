/** Checks of a database: its ledger, its battles, and its payments against the chain. */
export { reconcile, showReconciliation } from './reconciliation.ts';
export { verify } from './report.ts';
