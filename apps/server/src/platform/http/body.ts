import { err, ok, type Result } from '@popfray/engine/result';
import type { FailureCode } from '@popfray/protocol';

/** Longest body of any call, in bytes: a replay as text, with some margin. */
const MAX_BYTES = 100_000;

/** A JSON body, as text and parsed. */
interface JsonBody {
  readonly text: string;
  readonly value: unknown;
}

/** Reads a request's JSON body: declared as JSON, no longer than any call takes, well-formed. */
export async function readJson(request: Request): Promise<Result<JsonBody, FailureCode>> {
  const type = request.headers.get('Content-Type') ?? '';
  if (!/^application\/json\s*(?:;|$)/i.test(type)) return err('ERR_BODY_TYPE');
  try {
    const text = await readBody(request);
    return text === null ? err('ERR_BODY_LARGE') : ok({ text, value: JSON.parse(text) as unknown });
  } catch {
    // Not JSON, or the client disconnected before the end.
    return err('ERR_BODY');
  }
}

/** Texts of requests that were read before their handler. */
const texts = new WeakMap<Request, Promise<string | null>>();

/** The text of a request; null when it is longer than any call takes. It can be read again. */
export function readBody(request: Request): Promise<string | null> {
  const text = texts.get(request) ?? readText(request);
  texts.set(request, text);
  return text;
}

/**
 * The text of a request; null when it is too long. HTTP passes no more bytes than the Content-Length says, so a body with that header is read
 * at once. Any other body is read up to the limit.
 */
async function readText(request: Request): Promise<string | null> {
  const length = request.headers.get('Content-Length');
  if (length !== null) return Number(length) > MAX_BYTES ? null : request.text();
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = '';
  for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) return null;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
