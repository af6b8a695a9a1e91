/** The audit log. */
export { auditEventsOf, auditEventsOfAct, recordAuditEvent, SERVER } from './audit-event.ts';
