import { parseArgs } from 'node:util';
import { EXIT, UsageError, type Command, type Exit } from './command.ts';
import { diff } from './diff.ts';
import { inspect } from './inspect.ts';
import { record } from './record.ts';
import { url } from './url.ts';
import { verifyReceipt } from './verify-receipt.ts';
import { verify } from './verify.ts';

/** All commands by name. */
export const COMMANDS: ReadonlyMap<string, Command> = new Map(
  Object.entries({ verify, 'verify-receipt': verifyReceipt, inspect, record, diff, url }),
);

/** The help of the whole program. */
export const HELP = `Verifies, shows, records and compares replays of Popfray's rounds (docs/replay-format.md), and verifies receipts of battles
(docs/receipts.md).

Usage: pnpm replay COMMAND …

${Array.from(COMMANDS, ([name, { summary }]) => `  ${name.padEnd(14)} ${summary}`).join('\n')}

pnpm replay COMMAND --help says more. Exit codes: ${EXIT.good} good, ${EXIT.different} wrong or different, ${EXIT.malformed} malformed or unreadable, ${EXIT.usage} wrong usage.`;

/** Runs a command line. Rejects with a `UsageError` for an invalid one. */
export async function run(args: readonly string[]): Promise<Exit> {
  const [name, ...rest] = args[0] === '--' ? args.slice(1) : args;
  if (name === '--help' || name === '-h' || (name === 'help' && rest.length === 0)) return print(HELP);
  if (name === undefined) throw new UsageError('a command is needed');
  const command = COMMANDS.get(name === 'help' ? (rest[0] ?? '') : name);
  if (command === undefined) throw new UsageError(`no command '${name}'; there are ${[...COMMANDS.keys()].join(', ')}`);
  if (name === 'help') return print(command.help);
  const { values, positionals } = parse(command, rest);
  if (values['help'] === true) return print(command.help);
  const [min, max] = command.files;
  if (positionals.length < min)
    throw new UsageError(min === 1 ? 'a file is needed; - is standard input' : 'more files are needed');
  if (positionals.length > max) throw new UsageError(`one argument too many: '${positionals[max]}'`);
  return command.run({ files: positionals, options: values });
}

function parse(command: Command, args: readonly string[]) {
  try {
    const options = { ...command.options, help: { type: 'boolean', short: 'h' } } as const;
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    return { values: values as Record<string, string | boolean | undefined>, positionals };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function print(text: string): Exit {
  console.log(text);
  return EXIT.good;
}
