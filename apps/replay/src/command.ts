import type { ParseArgsOptionsConfig } from 'node:util';

/** Exit codes of the program. */
export const EXIT = {
  /** Everything is valid, or the replays are equal. */
  good: 0,
  /** A well-formed replay states a wrong score or hash, or two replays differ. */
  different: 1,
  /** Not a replay: malformed bytes, or an unreadable file. */
  malformed: 2,
  /** The command line is invalid (EX_USAGE of sysexits.h). */
  usage: 64,
} as const;

export type Exit = (typeof EXIT)[keyof typeof EXIT];

/** A parsed command line. */
export interface Invocation {
  /** Positional arguments: file names, `-` for standard input. */
  readonly files: readonly string[];
  /** Values of the given options. */
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
}

/** A command of the program. */
export interface Command {
  /** Summary in one line. */
  readonly summary: string;
  /** Complete help text. */
  readonly help: string;
  readonly options: ParseArgsOptionsConfig;
  /** Minimum and maximum number of files. */
  readonly files: readonly [min: number, max: number];
  /** Runs the command. Throws a `UsageError` for invalid option values. */
  run(invocation: Invocation): Promise<Exit>;
}

/** An invalid command line; the message explains why. */
export class UsageError extends Error {}

/** Value of an option. */
export function textOf({ options }: Invocation, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

/** Value of a required option. Throws `UsageError`. */
export function requiredText(invocation: Invocation, name: string): string {
  const text = textOf(invocation, name);
  if (text === undefined) throw new UsageError(`--${name} is needed`);
  return text;
}
