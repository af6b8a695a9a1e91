import { useEffect, type ReactElement, type ReactNode } from 'react';
import { IntlProvider } from 'use-intl';
import { en } from './en.ts';

declare module 'use-intl' {
  interface AppConfig {
    Locale: 'en';
    Messages: typeof en;
  }
}

const LOCALE = 'en';

/** Gives everything below it the texts and number formats of the reader's language, and the page its `lang`. */
export function LocaleProvider({ children }: { readonly children: ReactNode }): ReactElement {
  useEffect(() => {
    document.documentElement.lang = LOCALE;
  }, []);
  return (
    <IntlProvider locale={LOCALE} messages={en} timeZone={Intl.DateTimeFormat().resolvedOptions().timeZone}>
      {children}
    </IntlProvider>
  );
}
