import { createStore } from 'zustand/vanilla';
import type { Language } from '../messages/language.ts';
import { createTranslator, switchLanguage } from '../messages/texts.ts';
import { showToast } from '../../ui/toast.ts';

/** The chosen language whose texts are loading; null for none. */
export const languageChoice = createStore<{ readonly awaited: Language | null }>(() => ({ awaited: null }));

/** Switches to a language and stores it; shows a toast when its texts cannot be loaded. The last choice wins. */
export async function chooseLanguage(language: Language): Promise<void> {
  languageChoice.setState({ awaited: language });
  try {
    await switchLanguage(language);
    removeLanguageParameter();
  } catch {
    const t = createTranslator('language');
    showToast({ kind: 'bad', title: t('failedTitle'), text: t('failedText') });
  } finally {
    if (languageChoice.getState().awaited === language) languageChoice.setState({ awaited: null });
  }
}

/** Removes the language from the address, which would override the choice on the next visit. */
function removeLanguageParameter(): void {
  const address = new URL(location.href);
  if (!address.searchParams.has('lang')) return;
  address.searchParams.delete('lang');
  history.replaceState(history.state, '', address);
}
