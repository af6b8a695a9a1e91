/** The audit log. */
export { auditEventsOf, recordAuditEvent, SERVER } from './audit-event.ts';
