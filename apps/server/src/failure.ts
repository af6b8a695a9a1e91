import type { Context as Call } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { sendJson } from './json.ts';

/** Every failure the server answers with: its HTTP status and its words for a person. */
const FAILURES = {
  ERR_NOT_FOUND: { status: 404, message: 'There is nothing at this address.' },
  ERR_METHOD: { status: 405, message: 'This address only answers GET and HEAD.' },
  ERR_INTERNAL: { status: 500, message: 'Something went wrong on our side. It has been logged.' },
  ERR_WEB_NOT_BUILT: {
    status: 503,
    message: 'The web app has not been built. `pnpm start` builds it and starts again.',
  },
  ERR_STOPPING: { status: 503, message: 'The server is stopping.' },
} as const satisfies Record<string, { status: ContentfulStatusCode; message: string }>;

/** Code of a failure, as clients see it in `error.code`. */
export type FailureCode = keyof typeof FAILURES;

/** The one shape of a failed answer: `{ "error": { "code", "message" } }`. */
export function fail(call: Call, code: FailureCode): Response {
  const { status, message } = FAILURES[code];
  return sendJson(call, { error: { code, message } }, status);
}
