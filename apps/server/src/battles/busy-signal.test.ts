import { beforeEach, describe, expect, it } from 'vitest';
import { BusySignal } from './busy-signal.ts';

describe('a process', () => {
  let signal: BusySignal;
  beforeEach(() => {
    signal = new BusySignal();
  });

  /** Notes turns that all come late by a time, at these times, and tells whether the process is busy then. */
  const busyAfter = (lateMs: number, ...times: readonly number[]): boolean => {
    for (const atMs of times) signal.noteTurn(lateMs, atMs);
    return signal.isBusy(times.at(-1) ?? 0);
  };

  it('is busy for two seconds after turns that came late for more than 400 ms', () => {
    expect(busyAfter(41, 1_000, 1_200, 1_400)).toBe(false);
    expect(busyAfter(41, 1_401)).toBe(true);
    expect(signal.isBusy(3_400)).toBe(true);
    expect(signal.isBusy(3_401)).toBe(false);
  });

  it('stays busy while turns are late', () => {
    expect(busyAfter(41, 1_000, 1_300, 1_600, 2_000)).toBe(true);
    expect(signal.isBusy(3_999)).toBe(true);
    expect(signal.isBusy(4_000)).toBe(false);
  });

  it('is not busy after one stop, however long, and the late turns right after it', () => {
    expect(busyAfter(5_000, 1_000)).toBe(false);
    expect(busyAfter(200, 1_040, 1_100)).toBe(false);
  });

  it('is not busy when late turns are more than 400 ms apart', () => {
    expect(busyAfter(200, 1_000, 1_401, 1_802, 2_203)).toBe(false);
  });

  it('is not busy by turns that are 40 ms late', () => {
    expect(busyAfter(40, 1_000, 1_200, 1_400, 1_600)).toBe(false);
  });
});
