import type { Check, Receipt, Verification } from '@popfray/protocol/receipt';
import { EXIT, type Command } from './command.ts';
import { makeQuoted } from './quoted-text.ts';
import { readContent } from './source.ts';

/** Maximum size of a receipt, bytes: eight replays as text with their data. */
const MAX_RECEIPT_BYTES = 1_000_000;

/** Verifies a battle's receipt: all values must be consistent. */
export const verifyReceipt: Command = {
  summary: "check a battle's receipt: randomness, every round, positions, every sun",
  help: `Checks a battle's receipt (docs/receipts.md): that its reveals hash down to the commitment, that every round was played with the
randomness of reveals and seeds, plays each round again, and calculates positions, shares and refunds again. One line a check.

Usage: pnpm replay verify-receipt FILE [--json]

  FILE      a receipt as JSON, as the receipt's page and GET /api/receipts/{id} give it; - is standard input
  --json    one JSON object: file, verdict, checks

What it cannot see: that the commitment is the one that the players were shown, and that the transactions are on the chain.

Exit code: 0 everything is right, 1 something is wrong, 2 it is no receipt or cannot be read.`,
  options: { json: { type: 'boolean' } },
  files: [1, 1],
  async run({ files: [name = ''], options }) {
    const content = await readContent(name, MAX_RECEIPT_BYTES);
    if (!content.ok) {
      console.error(`${name}: cannot be read: ${content.error.reason}`);
      return EXIT.malformed;
    }
    // The schemas are imported here, because loading them takes longer than the other commands need in total.
    const protocol = await import('@popfray/protocol/receipt');
    const verification = protocol.verifyReceipt(content.value && parseJson(content.value));
    const { isGood, receipt, checks } = verification;
    if (options['json'] === true) console.log(JSON.stringify({ file: name, verdict: verdictOf(verification), checks }));
    else {
      for (const check of checks) console.log(makeLine(check));
      console.log(`${name}: ${verdictOf(verification)}${receipt === null ? '' : `: ${makeSummary(receipt)}`}`);
    }
    if (receipt === null) return EXIT.malformed;
    return isGood ? EXIT.good : EXIT.different;
  },
};

/** Parses JSON text; undefined, which is not a receipt, for anything else. */
function parseJson(content: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(content).toString('utf8'));
  } catch {
    return undefined;
  }
}

function verdictOf({ isGood, receipt }: Verification): string {
  if (receipt === null) return 'malformed';
  return isGood ? 'valid' : 'wrong';
}

/** A check in one line. Values of the receipt are quoted, so that they cannot control the terminal. */
const makeLine = ({ name, userId, problem }: Check): string =>
  [
    problem === null ? 'right' : 'WRONG',
    name.padEnd(10),
    ...(userId === null ? [] : [makeQuoted(userId)]),
    ...(problem === null ? [] : [makeQuoted(problem)]),
  ].join('  ');

const makeSummary = ({ sessionId, outcome, players, poolSun }: Receipt): string =>
  `session ${sessionId}, ${outcome}, ${players.length} players, a pool of ${poolSun} sun`;
