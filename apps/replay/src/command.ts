import type { ParseArgsOptionsConfig } from 'node:util';

/** What the program's exit codes mean. */
export const EXIT = {
  /** All is as stated, or the same. */
  good: 0,
  /** A well-formed replay states a wrong score or hash, or two replays differ. */
  different: 1,
  /** No replay: malformed bytes, or a file that cannot be read. */
  malformed: 2,
  /** The command line makes no sense (EX_USAGE of sysexits.h). */
  usage: 64,
} as const;

export type Exit = (typeof EXIT)[keyof typeof EXIT];

/** A command line that was taken apart. */
export interface Invocation {
  /** What stands beside the options: names of files, `-` for standard input. */
  readonly files: readonly string[];
  /** Values of the options that were given. */
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
}

/** One thing that the program can do. */
export interface Command {
  /** What it does, in one line. */
  readonly summary: string;
  /** The whole help. */
  readonly help: string;
  readonly options: ParseArgsOptionsConfig;
  /** Fewest and most files that it takes. */
  readonly files: readonly [min: number, max: number];
  /** Does it. Throws a `Misuse` for option values that make no sense. */
  run(invocation: Invocation): Promise<Exit>;
}

/** A command line that makes no sense; the message says why. */
export class Misuse extends Error {}

/** An option's text. */
export function textOf({ options }: Invocation, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

/** An option's text, which must have been given. Throws `Misuse`. */
export function neededText(invocation: Invocation, name: string): string {
  const text = textOf(invocation, name);
  if (text === undefined) throw new Misuse(`--${name} is needed`);
  return text;
}
