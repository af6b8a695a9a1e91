import { useEffect, type ReactElement, type ReactNode } from 'react';
import { IntlProvider } from 'use-intl';
import { useStore } from 'zustand';
import { PAGE_LANGUAGES, type Language } from './language.ts';
import type { Messages as AllMessages } from './parts.ts';
import { texts } from './texts.ts';

declare module 'use-intl' {
  interface AppConfig {
    Locale: Language;
    Messages: AllMessages;
  }
}

/** Provides the texts and number formats of the reader's language, and sets the `lang` attribute of `<html>`. */
export function LocaleProvider({ children }: { readonly children: ReactNode }): ReactElement {
  const { language, messages } = useStore(texts);
  useEffect(() => {
    document.documentElement.lang = PAGE_LANGUAGES[language];
  }, [language]);
  return (
    <IntlProvider locale={language} messages={messages} timeZone={Intl.DateTimeFormat().resolvedOptions().timeZone}>
      {children}
    </IntlProvider>
  );
}
