import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { createFileWriter, createStreamWriter, type LineWriter } from './line-writer.ts';
import { createLog } from './log.ts';

const cleanUps: (() => void)[] = [];
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp();
});

/** A pipe to a program that reads nothing until a signal. */
function openPipe(): ChildProcess {
  const program = "process.on('message', () => process.stdin.resume()); setTimeout(() => undefined, 60_000)";
  const reader = spawn(process.execPath, ['-e', program], { stdio: ['pipe', 'ignore', 'ignore', 'ipc'] });
  cleanUps.push(() => reader.kill('SIGKILL'));
  return reader;
}

function pipeOf({ stdin }: ChildProcess): NonNullable<ChildProcess['stdin']> {
  if (stdin === null) throw new Error('no pipe');
  return stdin;
}

const LINE = `${'x'.repeat(999)}\n`;

describe('a writer to a pipe', () => {
  it('drops and counts what does not fit into its bound, and writes again when the reader has read', async () => {
    const reader = openPipe();
    const pipe = pipeOf(reader);
    const writer = createStreamWriter(pipe, 100_000);
    let accepted = 0;
    for (let turn = 0; turn < 100; turn++) {
      for (let line = 0; line < 10; line++) if (writer.write(LINE)) accepted++;
      await delay(1);
    }
    expect(pipe.writableLength).toBeLessThanOrEqual(100_000);
    expect(writer.dropped).toBe(1_000 - accepted);
    expect(writer.dropped).toBeGreaterThan(100);
    reader.send('read');
    while (pipe.writableLength > 0) await delay(5);
    expect(writer.write(LINE)).toBe(true);
  });

  it('whose reader is gone drops and counts every line, and never throws', async () => {
    const reader = openPipe();
    const pipe = pipeOf(reader);
    const writer = createStreamWriter(pipe);
    reader.kill('SIGKILL');
    await once(reader, 'exit');
    for (let line = 0; line < 5; line++) {
      writer.write(LINE);
      await delay(5);
    }
    expect(writer.dropped).toBe(5);
  });
});

describe('a writer to a file', () => {
  it('writes lines at once', () => {
    const folder = mkdtempSync(join(tmpdir(), 'popfray-log-'));
    cleanUps.push(() => rmSync(folder, { recursive: true }));
    const fd = openSync(join(folder, 'log'), 'a');
    const writer = createFileWriter(fd);
    writer.write('one\n');
    writer.write('two\n');
    closeSync(fd);
    expect(readFileSync(join(folder, 'log'), 'utf8')).toBe('one\ntwo\n');
    expect(writer.write('three\n')).toBe(false);
    expect(writer.dropped).toBe(1);
  });

  it.runIf(existsSync('/dev/full'))('on a full disk drops and counts every line', () => {
    const fd = openSync('/dev/full', 'w');
    const writer = createFileWriter(fd);
    for (let line = 0; line < 5; line++) expect(writer.write(LINE)).toBe(false);
    expect(writer.dropped).toBe(5);
    closeSync(fd);
  });
});

describe('the log', () => {
  it('reports how many lines were dropped as soon as one can be written again', () => {
    const written: string[] = [];
    let isFull = false;
    let dropped = 0;
    const writer: LineWriter = {
      write: (text) => {
        if (isFull) dropped++;
        else written.push(text);
        return !isFull;
      },
      get dropped() {
        return dropped;
      },
    };
    const log = createLog(writer, () => 0);
    const logMessage = (message: string): void => log({ event: 'notice', about: 'chain', message });
    logMessage('one');
    isFull = true;
    logMessage('two');
    logMessage('three');
    isFull = false;
    logMessage('four');
    logMessage('five');
    const messages = written.map((line) => (JSON.parse(line) as { readonly message: string }).message);
    expect(messages).toEqual(['one', 'four', '2 lines could not be written and were dropped', 'five']);
  });

  it('cuts a long path and a long stack', () => {
    const written: string[] = [];
    const log = createLog({ write: (text) => written.push(text) > 0, dropped: 0 }, () => 0);
    log({ event: 'fault', method: 'GET', path: `/${'a'.repeat(10_000)}`, stack: 'b'.repeat(100_000) });
    const { path, stack } = JSON.parse(written[0] ?? '') as { readonly path: string; readonly stack: string };
    expect(path).toHaveLength(200);
    expect(stack).toHaveLength(8_000);
  });
});
