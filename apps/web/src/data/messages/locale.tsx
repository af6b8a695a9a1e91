import { useEffect, type ReactElement, type ReactNode } from 'react';
import { IntlErrorCode, IntlProvider, type IntlError } from 'use-intl';
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

/**
 * Reports the errors of a text. That no time zone is named is none: without one, `Intl` takes the browser's, and to ask for its name takes a
 * slow machine a quarter of a second of the first rendering.
 */
function reportError(error: IntlError): void {
  if (error.code !== IntlErrorCode.ENVIRONMENT_FALLBACK) console.error(error);
}

/** Provides the texts and number formats of the reader's language, and sets the `lang` attribute of `<html>`. */
export function LocaleProvider({ children }: { readonly children: ReactNode }): ReactElement {
  const { language, messages } = useStore(texts);
  useEffect(() => {
    document.documentElement.lang = PAGE_LANGUAGES[language];
  }, [language]);
  return (
    <IntlProvider locale={language} messages={messages} onError={reportError}>
      {children}
    </IntlProvider>
  );
}
