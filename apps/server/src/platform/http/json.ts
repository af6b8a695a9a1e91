import type { Context as Call } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** Answers with JSON that nobody caches, its length said beforehand so that the log can tell it. */
export function sendJson(call: Call, value: unknown, status: ContentfulStatusCode): Response {
  const text = JSON.stringify(value);
  return call.body(text, status, {
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(text)),
    'Cache-Control': 'no-store',
  });
}
