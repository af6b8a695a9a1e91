import { decodeReplay, makeReplayText } from '@popfray/engine';
import { removeTrack } from '@popfray/protocol/battle';
import { EXIT, UsageError, textOf, type Command } from './command.ts';
import { makeErrorText, readSource } from './source.ts';

const DEFAULT_BASE = 'http://localhost:8787';

/** Prints the link that opens a replay. */
export const url: Command = {
  summary: 'print the link that shows a replay',
  help: `Prints the link under which the game's replay screen shows a replay. A track is left out, so that the link
stays short.

Usage: pnpm replay url FILE [--base URL]

  FILE        a replay: raw bytes, base64url text or a replay link; - is standard input
  --base URL  where the game is served (default ${DEFAULT_BASE})

Exit code: 0, or 2 for a file that is malformed or cannot be read. Whether the replay states the truth is not asked.`,
  options: { base: { type: 'string' } },
  files: [1, 1],
  async run(invocation) {
    const [file = ''] = invocation.files;
    const base = textOf(invocation, 'base') ?? DEFAULT_BASE;
    if (!/^https?:\/\/[^?#]*$/.test(base) || !URL.canParse(base))
      throw new UsageError(`--base takes an http address without ? and #, not '${base}'`);
    const bytes = await readSource(file);
    const decoded = bytes.ok ? decodeReplay(bytes.value) : bytes;
    if (!bytes.ok || !decoded.ok) {
      if (!decoded.ok) console.error(`${file}: ${makeErrorText(decoded.error)}`);
      return EXIT.malformed;
    }
    console.log(`${base.replace(/\/+$/, '')}/replay#r=${makeReplayText(removeTrack(bytes.value))}`);
    return EXIT.good;
  },
};
