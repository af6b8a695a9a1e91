import { CALLS, type Translated } from '@popfray/protocol';
import { useQuery } from '@tanstack/react-query';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { keepText, readText } from '../account/storage.ts';
import { ask } from '../api/ask.ts';

/** The key names its version: another shape gets another key. */
const KEY = 'popfray.translation.v1';

/** Most translations that are asked for at once: they never stand in the way of what is being said. */
const MAX_AT_ONCE = 2;

/** Whether messages of other languages are to be translated. */
export const translation = createStore<{ readonly isOn: boolean }>(() => ({ isOn: readText(KEY) !== 'off' }));

/** Whether messages are to be translated, for a component. */
export const useIsTranslating = (): boolean => useStore(translation, ({ isOn }) => isOn);

/** Has messages translated, or not, from now on. */
export function setTranslating(isOn: boolean): void {
  translation.setState({ isOn });
  keepText(KEY, isOn ? null : 'off');
}

const waiting: (() => void)[] = [];
let underway = 0;

/** Takes a turn, unless it is aborted meanwhile; the newest message is read first, and its turn comes first. */
async function takeTurn<Value>(signal: AbortSignal, work: () => Promise<Value>): Promise<Value> {
  if (underway >= MAX_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else underway += 1;
  try {
    signal.throwIfAborted();
    return await work();
  } finally {
    const next = waiting.pop();
    if (next === undefined) underway -= 1;
    else next();
  }
}

/** A text in the reader's language; null while it is not known, is in that language already, or cannot be had. */
export function useTranslation(text: string, isWanted: boolean): Translated | null {
  const { data } = useQuery({
    queryKey: ['translation', text],
    enabled: isWanted,
    queryFn: ({ signal }) =>
      takeTurn(signal, () => ask(CALLS.translate, { body: { text, targetLanguage: 'auto' }, signal })),
  });
  if (!isWanted || data?.success !== true || data.detectedLanguage === data.targetLanguage) return null;
  return data.translated === text ? null : data;
}
