import { err, ok, type Result } from '@popfray/engine/result';
import { failureBody, FAILURES, type Call, type FailureCode } from '@popfray/protocol';
import type { z } from 'zod';
import type { LinkQuestion } from '../platform/context/index.ts';
import { signCall, type Signer } from './platform-key.ts';

/** What a platform's requests are made with. */
export interface Requests {
  readonly signer: Signer;
  /** Where the cross-chain server is, without a last slash. */
  readonly url: string;
  readonly now: () => number;
  readonly randomBytes: (count: number) => Uint8Array;
}

/** Longest answer that is read, bytes: a list of 200 sessions. */
const MAX_ANSWER = 2_000_000;

/** A call of the cross-chain server as a signed request. */
export function makeRequest<Described extends Call>(
  { signer, url, now, randomBytes }: Requests,
  { method, path: pattern }: Described,
  { params = {}, body }: LinkQuestion<Described>,
): Request {
  const path = pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const target = new URL(`${url}${path}`);
  const text = body === undefined ? '' : JSON.stringify(body);
  return new Request(target, {
    method,
    headers: {
      Authorization: signCall(signer, { method, path: target.pathname, body: text }, now(), randomBytes(16)),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: text }),
    redirect: 'error',
  });
}

/** What a call was answered with; `ERR_HOST_AWAY` when that is neither its answer nor one of its failures. */
export async function readAnswer<Described extends Call>(
  call: Described,
  response: Response,
): Promise<Result<z.output<Described['answer']>, FailureCode>> {
  const json = await readJson(response);
  if (response.status !== 200) {
    const code = failureBody.safeParse(json).data?.error.code;
    // A server that stops or has an internal error counts as unreachable.
    return err(code !== undefined && FAILURES[code].status < 500 ? code : 'ERR_HOST_AWAY');
  }
  const { data } = call.answer.safeParse(json);
  return data === undefined ? err('ERR_HOST_AWAY') : ok(data as z.output<Described['answer']>);
}

/** The JSON of an answer; undefined when it is none, is too long or does not come to its end. */
async function readJson({ body }: Response): Promise<unknown> {
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = '';
  try {
    for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      if (bytes > MAX_ANSWER) return undefined;
      text += decoder.decode(chunk, { stream: true });
    }
    return JSON.parse(text + decoder.decode()) as unknown;
  } catch {
    return undefined;
  }
}
