import { createStore } from 'zustand/vanilla';
import type { Language } from '../messages/language.ts';
import { speaker, switchLanguage } from '../messages/texts.ts';
import { showToast } from '../shell/toast.ts';

/** The language whose texts are being fetched because somebody chose it; null while none is. */
export const languageChoice = createStore<{ readonly awaited: Language | null }>(() => ({ awaited: null }));

/** Shows and remembers a language; says so when its texts cannot be had. The last choice counts. */
export async function chooseLanguage(language: Language): Promise<void> {
  languageChoice.setState({ awaited: language });
  try {
    await switchLanguage(language);
    forgetAsked();
  } catch {
    const say = speaker('language');
    showToast({ kind: 'bad', title: say('failedTitle'), text: say('failedText') });
  } finally {
    if (languageChoice.getState().awaited === language) languageChoice.setState({ awaited: null });
  }
}

/** An address that asks for a language would bring that one back with the next visit. */
function forgetAsked(): void {
  const address = new URL(location.href);
  if (!address.searchParams.has('lang')) return;
  address.searchParams.delete('lang');
  history.replaceState(history.state, '', address);
}
