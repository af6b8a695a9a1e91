import { useEffect, useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { useLocation } from 'wouter';
import { useStore } from 'zustand';
import { Dialog } from '../shell/Dialog.tsx';
import { solo } from './solo.ts';

/** Asks before a running round is left: by a link in the product, or by leaving the page. */
export function LeaveGuard(): ReactElement {
  const t = useTranslations('solo');
  const step = useStore(solo, (state) => state.step);
  const [wanted, setWanted] = useState<string | null>(null);
  const [, navigate] = useLocation();
  const isPlaying = step === 'playing';

  // A round that is kept survives the page; one that runs does not.
  useEffect(() => {
    if (!isPlaying) return;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    const hold = (event: MouseEvent): void => {
      const path = innerPath(event);
      if (path === null) return;
      event.preventDefault();
      event.stopPropagation();
      setWanted(path);
    };
    addEventListener('beforeunload', warn);
    document.addEventListener('click', hold, { capture: true });
    return () => {
      removeEventListener('beforeunload', warn);
      document.removeEventListener('click', hold, { capture: true });
    };
  }, [isPlaying]);

  const stay = (): void => setWanted(null);
  return (
    <Dialog isOpen={isPlaying && wanted !== null} title={t('leaveTitle')} description={t('leaveText')} onClose={stay}>
      <div className="mt-5 flex flex-wrap gap-2">
        <button type="button" className="action action-primary" onClick={stay}>
          {t('stay')}
        </button>
        <button
          type="button"
          className="action action-quiet"
          onClick={() => {
            stay();
            navigate(wanted ?? '/');
          }}
        >
          {t('leave')}
        </button>
      </div>
    </Dialog>
  );
}

/** Where a click would lead within this page; null when it leads nowhere, or to another tab or site. */
function innerPath(event: MouseEvent): string | null {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link === null || link.target === '_blank' || link.origin !== location.origin) return null;
  const path = link.pathname + link.search + link.hash;
  return link.pathname === location.pathname ? null : path;
}
