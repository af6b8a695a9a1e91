import type { ChatLanguage, ChatMessage, Translation } from '@popfray/protocol';
import { useQuery } from '@tanstack/react-query';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { writeText, readText } from '../../data/storage/storage.ts';
import { queryClient } from '../../data/api/Queries.tsx';
import { texts } from '../../data/messages/texts.ts';
import { deviceModels } from './device-models.ts';
import { PROVIDERS, SAME_LANGUAGE } from './providers.ts';

/** Storage key. It contains the format version: a new format gets a new key. */
const KEY = 'popfray.translation.v1';

/** Maximum number of concurrent translation requests, so that they do not delay sending messages. */
const MAX_CONCURRENT = 2;

/** Whether messages in other languages are translated. */
export const translation = createStore<{ readonly isOn: boolean }>(() => ({ isOn: readText(KEY) !== 'off' }));

/** Whether messages are translated, for a component. */
export const useIsTranslating = (): boolean => useStore(translation, ({ isOn }) => isOn);

/** Switches translation on or off and stores the choice. */
export function setTranslating(isOn: boolean): void {
  translation.setState({ isOn });
  writeText(KEY, isOn ? null : 'off');
}

const waiting: (() => void)[] = [];
let running = 0;

/** Runs work when a slot is free, unless it is aborted before. The queue is last in, first out, because the newest message is read first. */
async function enqueue<Value>(signal: AbortSignal, work: () => Promise<Value>): Promise<Value> {
  if (running >= MAX_CONCURRENT) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    signal.throwIfAborted();
    return await work();
  } finally {
    const next = waiting.pop();
    if (next === undefined) running -= 1;
    else next();
  }
}

/** A message in the page's language; null while it is unknown, is already in that language, or cannot be translated. */
export function useTranslation(message: ChatMessage, isWanted: boolean): Translation | null {
  const target = useStore(texts, ({ language }) => language);
  const { data } = useQuery({
    queryKey: ['translation', message.id, target],
    enabled: isWanted,
    queryFn: ({ signal }) => enqueue(signal, async () => translate(message, target, signal)),
  });
  return isWanted && data !== undefined && data?.text !== message.message ? data : null;
}

/** Asks the providers in order. */
async function translate(message: ChatMessage, target: ChatLanguage, signal: AbortSignal): Promise<Translation | null> {
  for (const provider of PROVIDERS) {
    const outcome = await provider.translate(message, target, signal);
    if (outcome === SAME_LANGUAGE) return null;
    if (outcome !== null) return outcome;
  }
  return null;
}

// After a model was downloaded, messages that another provider translated, or none, are translated again.
deviceModels.subscribe(({ downloads }, before) => {
  if (downloads <= before.downloads) return;
  void queryClient.invalidateQueries({
    queryKey: ['translation'],
    predicate: ({ state }) => (state.data as Translation | null | undefined)?.provider !== 'device',
  });
});
