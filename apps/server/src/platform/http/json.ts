import type { Context as Call } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** Answers with JSON that must not be cached. Content-Length is set, because the log contains it. */
export function sendJson(call: Call, value: unknown, status: ContentfulStatusCode): Response {
  const text = JSON.stringify(value);
  return call.body(text, status, {
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(text)),
    'Cache-Control': 'no-store',
  });
}
