import type { LineWriter } from './line-writer.ts';

/** One line of the server's log. */
export type LogEntry = RequestEntry | FaultEntry | NoticeEntry | StopEntry;

/** A request that was answered. */
export interface RequestEntry {
  readonly event: 'request';
  readonly method: string;
  /** Path without its query: queries carry replays, and some day tokens. Cut at 200 characters when it is written. */
  readonly path: string;
  readonly status: number;
  /** Time to the answer, in ms. */
  readonly ms: number;
  /** Length of the body in bytes; 0 without a body. */
  readonly bytes: number;
}

/** A bug: a request, or a turn of the worker, that ended in an exception. */
export interface FaultEntry {
  readonly event: 'fault';
  /** The request's; `TURN` for one of the worker's. */
  readonly method: string;
  /** The path of the request, or the name of the worker's task, with the id of the row that it was processing. */
  readonly path: string;
  readonly stack: string;
}

/** Something that the operator should know: a payout that waits, a node that does not answer, a corrected payment. */
export interface NoticeEntry {
  readonly event: 'notice';
  readonly about:
    | 'admin'
    | 'battle'
    | 'cross-chain'
    | 'chain'
    | 'chat'
    | 'clock'
    | 'database'
    | 'house'
    | 'lease'
    | 'ledger'
    | 'log'
    | 'payment'
    | 'payout'
    | 'player'
    | 'redis';
  /** Id of the one that it is about, where there is one. */
  readonly id?: string;
  /** For a person. Never a key, a token or signed bytes. */
  readonly message: string;
}

/** The server is stopping, or has stopped. */
export interface StopEntry {
  readonly event: 'stopping' | 'stopped';
  /** The signal that the process received. */
  readonly signal: string;
  /** Connections that were cut because they did not end in time. Only in `stopped`. */
  readonly cut?: number;
}

/** Takes an entry and writes it somewhere. */
export type Log = (entry: LogEntry) => void;

/** Longest path in a line, in characters. */
const MAX_PATH = 200;

/** Longest stack in a line, in characters: an error's message may quote a request. */
const MAX_STACK = 8_000;

/** A path as it is logged: a long one is cut, and ends with an ellipsis. */
export const cutPath = (path: string): string => cut(path, MAX_PATH);

const cut = (text: string, max: number): string => (text.length > max ? `${text.slice(0, max - 1)}…` : text);

/** A line of JSON that starts with the time (ISO 8601, UTC). `nowMs` is epoch time. */
export function formatEntry(entry: LogEntry, nowMs: number): string {
  const bounded = {
    ...entry,
    ...('path' in entry && { path: cutPath(entry.path) }),
    ...('stack' in entry && { stack: cut(entry.stack, MAX_STACK) }),
  };
  return JSON.stringify({ time: new Date(nowMs).toISOString(), ...bounded });
}

/**
 * A log that writes one line for each entry. Lines that the writer dropped are reported in a line of their own as soon as one can be written
 * again.
 */
export function createLog(writer: LineWriter, now: () => number): Log {
  let reported = 0;
  const write = (entry: LogEntry): boolean => writer.write(`${formatEntry(entry, now())}\n`);
  return (entry) => {
    const isWritten = write(entry);
    const { dropped } = writer;
    if (!isWritten || dropped === reported) return;
    const message = `${dropped - reported} lines could not be written and were dropped`;
    if (write({ event: 'notice', about: 'log', message })) reported = dropped;
  };
}
