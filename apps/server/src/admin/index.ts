/** The operator's desk. */
export { RequestLog } from './request-log.ts';
export { revenueOf } from './revenue.ts';
export { addAdmin } from './routes.ts';
