import { verifyReplay, type Malformed, type Verified, type Wrong } from '@popfray/engine';
import { EXIT, UsageError, type Command, type Exit } from './command.ts';
import { makeHash } from './hash-text.ts';
import { makeErrorText, readSource, type SourceError } from './source.ts';

/** Result for one file. */
type Verdict = { readonly kind: 'valid'; readonly verified: Verified } | SourceError | Wrong;

/** Replays files and reports which of them are valid. */
export const verify: Command = {
  summary: 'play replays again and hold score and state hash against those stated',
  help: `Plays each replay again and holds its score and state hash against those that it states. One line a file.

Usage: pnpm replay verify FILE… [--json]

  FILE      a replay: raw bytes, base64url text or a replay link; - is standard input
  --json    one JSON object a line: file, verdict, and what belongs to the verdict

Exit code: 0 all valid, 1 one or more state a wrong score or hash, 2 one or more are malformed or cannot be read
(2 wins over 1).`,
  options: { json: { type: 'boolean' } },
  files: [1, Infinity],
  async run({ files, options }) {
    if (files.filter((name) => name === '-').length > 1) throw new UsageError('standard input can be read only once');
    let exit: Exit = EXIT.good;
    for (const name of files) {
      const verdict = await verifyFile(name);
      console.log(options['json'] === true ? makeJson(name, verdict) : makeLine(name, verdict));
      if (verdict.kind === 'wrong' && exit === EXIT.good) exit = EXIT.different;
      if (verdict.kind === 'malformed' || verdict.kind === 'unreadable') exit = EXIT.malformed;
    }
    return exit;
  },
};

async function verifyFile(name: string): Promise<Verdict> {
  const bytes = await readSource(name);
  if (!bytes.ok) return bytes.error;
  const verified = verifyReplay(bytes.value);
  return verified.ok ? { kind: 'valid', verified: verified.value } : verified.error;
}

function makeLine(name: string, verdict: Verdict): string {
  if (verdict.kind === 'valid') {
    const { rulesId, rulesVersion, score, hash } = verdict.verified.replay;
    return `${name}: valid: ${rulesId} ${rulesVersion}, score ${score}, hash ${makeHash(hash)}`;
  }
  return `${name}: ${verdict.kind === 'wrong' ? makeWrong(verdict) : makeErrorText(verdict)}`;
}

/** A wrong value as text. */
export function makeWrong({ code, stated, found }: Wrong): string {
  return code === 'ERR_REPLAY_SCORE'
    ? `wrong: ${code}: it states ${stated}, the round ends with ${found}`
    : `wrong: ${code}: it states ${makeHash(stated)}, the round ends with ${makeHash(found)}`;
}

function makeJson(file: string, verdict: Verdict): string {
  if (verdict.kind !== 'valid') {
    const { kind, ...error }: Malformed | Wrong | Exclude<SourceError, Malformed> = verdict;
    return JSON.stringify({ file, verdict: kind, ...error });
  }
  const { rulesId, rulesVersion, score, hash, inputs } = verdict.verified.replay;
  return JSON.stringify({
    file,
    verdict: 'valid',
    rules: rulesId,
    version: rulesVersion,
    clicks: inputs.length / 3,
    score,
    hash: makeHash(hash),
  });
}
