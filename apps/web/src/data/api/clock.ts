import { useEffect, useState } from 'react';
import { serverNow } from './server-clock.ts';

/** The server's time, epoch ms, updated every `everyMs`. */
export function useNow(everyMs: number): number {
  const [nowMs, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return nowMs;
}

/** Formats a remaining time as `m:ss` or `h:mm:ss`, rounded up to whole seconds; never below zero. */
export function makeTimeLeft(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1_000));
  const pad = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60)];
  return hours === 0 ? `${minutes}:${pad(seconds % 60)}` : `${hours}:${pad(minutes)}:${pad(seconds % 60)}`;
}
