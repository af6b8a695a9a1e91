import { useEffect, useRef, useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { useReach } from '../api/reach.ts';
import { PATHS } from '../routes.ts';
import { withTexts } from '../messages/texts.ts';
import { forgetMissingParts, isPartMissing } from './lazy.ts';

/** Most characters shown of what was thrown. */
const MAX_DETAIL = 200;

/** What is shown in the place of something that has failed: what happened, the way on, and the way to one's money. */
export function Fault({
  error,
  isPart,
  onRetry,
}: {
  readonly error: unknown;
  /** Whether the rest of the screen is there. */
  readonly isPart: boolean;
  readonly onRetry: () => void;
}): ReactElement {
  const t = useTranslations('fault');
  const isMissing = isPartMissing(error);
  useRetryWhenBack(isMissing, onRetry);
  const whatWorks = useWhatWorks(isMissing && !isPart);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isPart) return;
    scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [isPart]);
  const Heading = isPart ? 'h2' : 'h1';
  return (
    <section
      role="alert"
      className={`gutter m-auto flex max-w-xl flex-col items-center gap-4 text-center ${isPart ? 'py-10' : 'py-24'}`}
    >
      <Heading ref={heading} tabIndex={-1} className={isPart ? 'text-xl' : 'text-2xl'}>
        {isMissing ? t('partTitle') : t('title')}
      </Heading>
      <p className="text-muted">{isMissing ? t('partText') : t('text')}</p>
      {!isMissing && (
        <p className="text-sm text-muted [overflow-wrap:anywhere]">{t('detail', { message: describe(error) })}</p>
      )}
      <p className="mt-2 flex flex-wrap justify-center gap-3">
        <button type="button" className="action action-primary" onClick={onRetry}>
          {t('retry')}
        </button>
        <button type="button" className="action action-quiet" onClick={() => location.reload()}>
          {t('reload')}
        </button>
      </p>
      {!isPart && (
        // Plain links: a fresh page is a way out of whatever state this one is in.
        <p className="flex flex-wrap justify-center gap-x-6 gap-y-2">
          <a href={PATHS.profile} className="text-muted underline underline-offset-4 hover:text-text">
            {t('money')}
          </a>
          <a href={PATHS.home} className="text-muted underline underline-offset-4 hover:text-text">
            {t('home')}
          </a>
        </p>
      )}
      {whatWorks}
    </section>
  );
}

/** What was missing is fetched anew once the server is back; and, whoever goes elsewhere meanwhile, by the next who shows it. */
function useRetryWhenBack(isMissing: boolean, retry: () => void): void {
  const reach = useReach();
  const before = useRef(reach);
  useEffect(() => {
    if (isMissing && reach === 'online' && before.current === 'offline') retry();
    before.current = reach;
  }, [isMissing, reach, retry]);
  useEffect(() => forgetMissingParts, []);
}

/** What there is to do meanwhile; null until it is here, and where it cannot be fetched either. */
function useWhatWorks(isWanted: boolean): ReactElement | null {
  const [shown, setShown] = useState<ReactElement | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    withTexts(import('../offline/WhatWorks.tsx'), 'offline').then(
      ({ WhatWorks }) => setShown(<WhatWorks />),
      () => undefined,
    );
  }, [isWanted]);
  return shown;
}

const describe = (error: unknown): string =>
  (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, MAX_DETAIL);
