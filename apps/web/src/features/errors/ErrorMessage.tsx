import { useEffect, useRef, useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { useConnectivity } from '../../data/api/connectivity.ts';
import { PATHS } from '../../data/paths.ts';
import { importWhatWorks } from '../offline/index.ts';
import { resetFailedChunks, isChunkError } from '../../data/chunks/lazy.ts';
import { ReloadButton } from '../../ui/ReloadButton.tsx';

/** Longest error text that is shown, characters. */
const MAX_DETAIL = 200;

/** Replaces a part of the page that has failed: what happened, a retry, and links to the pages with the player's money. */
export function ErrorMessage({
  error,
  isPart,
  onRetry,
}: {
  readonly error: unknown;
  /** Whether only a part of the screen has failed. */
  readonly isPart: boolean;
  readonly onRetry: () => void;
}): ReactElement {
  const t = useTranslations('fault');
  const isMissing = isChunkError(error);
  useRetryWhenBack(isMissing, onRetry);
  const whatWorks = useWhatWorks(isMissing && !isPart);
  const isOffline = useConnectivity() === 'offline' && isMissing && !isPart;
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
        {isOffline ? t('offlineTitle') : isMissing ? t('partTitle') : t('title')}
      </Heading>
      <p className="text-muted">{isOffline ? t('offlineText') : isMissing ? t('partText') : t('text')}</p>
      {!isMissing && (
        <p className="text-sm text-muted [overflow-wrap:anywhere]">{t('detail', { message: describe(error) })}</p>
      )}
      <p className="mt-2 flex flex-wrap justify-center gap-3">
        <button type="button" className="action action-primary" onClick={onRetry}>
          {t('retry')}
        </button>
        <ReloadButton>{t('reload')}</ReloadButton>
      </p>
      {!isPart && (
        // Plain links: a page load also resets a broken state.
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

/** Retries once the server is reachable again. If the user has left, failed chunks are fetched again where they are shown next. */
function useRetryWhenBack(isMissing: boolean, retry: () => void): void {
  const connectivity = useConnectivity();
  const before = useRef(connectivity);
  useEffect(() => {
    if (isMissing && connectivity === 'online' && before.current === 'offline') retry();
    before.current = connectivity;
  }, [isMissing, connectivity, retry]);
  useEffect(() => resetFailedChunks, []);
}

/** The list of what works offline; null until its chunk has loaded, or when it cannot be fetched. */
function useWhatWorks(isWanted: boolean): ReactElement | null {
  const [shown, setShown] = useState<ReactElement | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    importWhatWorks().then(
      ({ WhatWorks }) => setShown(<WhatWorks />),
      () => undefined,
    );
  }, [isWanted]);
  return shown;
}

const describe = (error: unknown): string =>
  (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, MAX_DETAIL);
