import type { ChatLanguage, ChatMessage, Translation } from '@popfray/protocol';
import { useQuery } from '@tanstack/react-query';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { keepText, readText } from '../account/storage.ts';
import { queryClient } from '../api/Queries.tsx';
import { texts } from '../messages/texts.ts';
import { deviceModels } from './device-models.ts';
import { PROVIDERS, SAME_LANGUAGE } from './providers.ts';

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

/** A message in the language chosen on the site; null while it is unknown, is in that language already, or cannot be translated. */
export function useTranslation(message: ChatMessage, isWanted: boolean): Translation | null {
  const target = useStore(texts, ({ language }) => language);
  const { data } = useQuery({
    queryKey: ['translation', message.id, target],
    enabled: isWanted,
    queryFn: ({ signal }) => takeTurn(signal, async () => translate(message, target, signal)),
  });
  return isWanted && data !== undefined && data?.text !== message.message ? data : null;
}

/** Asks one provider after the other. */
async function translate(message: ChatMessage, target: ChatLanguage, signal: AbortSignal): Promise<Translation | null> {
  for (const provider of PROVIDERS) {
    const outcome = await provider.translate(message, target, signal);
    if (outcome === SAME_LANGUAGE) return null;
    if (outcome !== null) return outcome;
  }
  return null;
}

// A new model on the device translates the messages that another provider translated, or none.
deviceModels.subscribe(({ downloads }, before) => {
  if (downloads <= before.downloads) return;
  void queryClient.invalidateQueries({
    queryKey: ['translation'],
    predicate: ({ state }) => (state.data as Translation | null | undefined)?.provider !== 'device',
  });
});
