import { useStore } from 'zustand';
import type { ReactElement, ReactNode } from 'react';
import { IntlProvider } from 'use-intl';
import money from '../../data/messages/en/money.json';
import replay from '../../data/messages/en/replay.json';
import shell from '../../data/messages/en/shell.json';
import type { Messages } from '../../data/messages/parts.ts';
import { texts as current } from '../../data/messages/texts.ts';
import texts from '../../data/messages/desk.json';

/** Texts of the desk and of the shared components on it: English, independent of the page's language. */
const DESK_MESSAGES = { ...shell, ...money, ...replay, ...texts } as unknown as Messages;

/** Provides the desk's texts to its children. */
export function DeskTexts({ children }: { readonly children: ReactNode }): ReactElement {
  const isEnglish = useStore(current, ({ language }) => language === 'en');
  return (
    <IntlProvider locale="en" messages={DESK_MESSAGES} timeZone={Intl.DateTimeFormat().resolvedOptions().timeZone}>
      <div className="contents" {...(!isEnglish && { lang: 'en' })}>
        {children}
      </div>
    </IntlProvider>
  );
}
