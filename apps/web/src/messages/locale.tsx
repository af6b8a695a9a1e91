import { useEffect, type ReactElement, type ReactNode } from 'react';
import { IntlProvider } from 'use-intl';
import type { accountTexts } from './account.ts';
import type { battleTexts } from './battle.ts';
import { en } from './en.ts';
import { LANGUAGE } from './language.ts';
import type { moneyTexts } from './money.ts';
import type { replayTexts } from './replay.ts';

declare module 'use-intl' {
  interface AppConfig {
    Locale: typeof LANGUAGE;
    Messages: typeof en & typeof accountTexts & typeof moneyTexts & typeof replayTexts & typeof battleTexts;
  }
}

/** Gives everything below it the texts and number formats of the reader's language, and the page its `lang`. */
export function LocaleProvider({ children }: { readonly children: ReactNode }): ReactElement {
  useEffect(() => {
    document.documentElement.lang = LANGUAGE;
  }, []);
  return (
    <IntlProvider locale={LANGUAGE} messages={en} timeZone={Intl.DateTimeFormat().resolvedOptions().timeZone}>
      {children}
    </IntlProvider>
  );
}
