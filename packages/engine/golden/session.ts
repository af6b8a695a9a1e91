import type { GoldenReply, GoldenRequest } from './program.ts';

/** A JavaScript engine that has loaded the golden program. */
export interface Session {
  /** The engine's own version. */
  readonly version: string;
  call(request: GoldenRequest): Promise<GoldenReply>;
  close(): Promise<void>;
}

/** The verdicts on replays, in their order. */
export async function askVerdicts(
  session: Session,
  replays: Extract<GoldenRequest, { kind: 'verify' }>['replays'],
): Promise<readonly string[]> {
  const reply = await session.call({ kind: 'verify', replays });
  if (reply.kind !== 'verify') throw new TypeError('A reply to another request');
  return reply.verdicts;
}

/** A progress report: rounds played so far. */
export type Progress = (rounds: number) => void;

/** How long one request should keep an engine busy, ms: progress stays visible and no browser takes it for a hang. */
const SLICE_MS = 700;

/** Plays a rule set's first `rounds` rounds and returns their digest, unsigned. */
export async function askDigest(
  session: Session,
  rulesId: string,
  rounds: number,
  progress: Progress = () => {},
): Promise<number> {
  let digest = 0;
  let slice = 4;
  for (let from = 0; from < rounds;) {
    const to = Math.min(rounds, from + slice);
    const startMs = performance.now();
    const reply = await session.call({ kind: 'digest', rulesId, from, to, digest });
    const tookMs = Math.max(1, performance.now() - startMs);
    if (reply.kind !== 'digest') throw new TypeError('A reply to another request');
    ({ digest } = reply);
    from = to;
    slice = Math.max(1, Math.min(slice * 4, Math.floor((slice * SLICE_MS) / tookMs)));
    progress(from);
  }
  return digest >>> 0;
}
