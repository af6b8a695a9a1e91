import { useMemo, type ReactElement, type ReactNode } from 'react';
import { IntlProvider, useLocale, useMessages, useTimeZone, type Messages } from 'use-intl';

/** Adds the texts of a part that comes in a chunk of its own to those of the first load. Belongs into such chunks only. */
export function MoreTexts({
  texts,
  children,
}: {
  readonly texts: Partial<Messages>;
  readonly children: ReactNode;
}): ReactElement {
  const shell = useMessages();
  const messages = useMemo(() => ({ ...shell, ...texts }), [shell, texts]);
  const timeZone = useTimeZone();
  return (
    <IntlProvider locale={useLocale()} messages={messages} {...(timeZone !== undefined && { timeZone })}>
      {children}
    </IntlProvider>
  );
}
