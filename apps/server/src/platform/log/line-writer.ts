import { fstatSync, writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import type { Writable } from 'node:stream';

/** Writes text to an output. It never throws: text that cannot be written is dropped and counted. */
export interface LineWriter {
  /** Writes one or more whole lines. Returns false when they were dropped at once; a failure may also show later. */
  write(text: string): boolean;
  /** How many writes were dropped so far. */
  readonly dropped: number;
}

/** Most bytes that wait for a slow reader. More than that is dropped instead of filling the memory. */
const MAX_WAITING_BYTES = 1_048_576;

/**
 * A writer to a stream: a pipe, a socket or a terminal. A pipe whose reader is gone fails each write, and one whose reader is slow holds
 * up to `maxWaitingBytes`.
 */
export function createStreamWriter(stream: Writable, maxWaitingBytes = MAX_WAITING_BYTES): LineWriter {
  let dropped = 0;
  const onWritten = (error: Error | null | undefined): void => {
    if (error) dropped++;
  };
  // Without a listener, an error event would end the process.
  stream.on('error', () => undefined);
  return {
    write(text) {
      if (stream.errored !== null || stream.destroyed || stream.writableLength + text.length > maxWaitingBytes) {
        dropped++;
        return false;
      }
      stream.write(text, onWritten);
      return true;
    },
    get dropped() {
      return dropped;
    },
  };
}

/** A writer to a file descriptor of a file or device, which writes at once: when a full disk has room again, so do its lines. */
export function createFileWriter(fd: number): LineWriter {
  let dropped = 0;
  let isCut = false;
  return {
    write(text) {
      const bytes = Buffer.from(isCut ? `\n${text}` : text);
      let written = 0;
      try {
        while (written < bytes.length) written += writeSync(fd, bytes, written);
        isCut = false;
        return true;
      } catch {
        // After a line that a full disk has cut, the next line begins with a line break.
        isCut ||= written > 0;
        dropped++;
        return false;
      }
    },
    get dropped() {
      return dropped;
    },
  };
}

const writers = new Map<1 | 2, LineWriter>();

/** The process's standard output or standard error. */
export function standardWriter(fd: 1 | 2): LineWriter {
  const writer = writers.get(fd) ?? openStandard(fd);
  writers.set(fd, writer);
  return writer;
}

function openStandard(fd: 1 | 2): LineWriter {
  return isFile(fd) ? createFileWriter(fd) : createStreamWriter(fd === 1 ? process.stdout : process.stderr);
}

/** Whether a descriptor is of a file or of a device that is no terminal. */
function isFile(fd: number): boolean {
  try {
    const kind = fstatSync(fd);
    return (kind.isFile() || kind.isCharacterDevice() || kind.isBlockDevice()) && !isatty(fd);
  } catch {
    return false;
  }
}
