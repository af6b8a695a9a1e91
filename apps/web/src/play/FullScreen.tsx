import { useEffect, useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../shell/Icon.tsx';

/** Gives the page the whole display and takes it back. Nothing where the browser knows no such thing. */
export function FullScreen(): ReactElement | null {
  const t = useTranslations('play');
  const [isFull, setFull] = useState(() => document.fullscreenElement !== null);
  useEffect(() => {
    const change = (): void => setFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', change);
    return () => document.removeEventListener('fullscreenchange', change);
  }, []);
  if (!document.fullscreenEnabled) return null;
  return (
    <button
      type="button"
      className="play-beside action action-bare action-icon"
      aria-label={isFull ? t('leaveFullscreen') : t('fullscreen')}
      onClick={toggleFullScreen}
    >
      <Icon name={isFull ? 'shrink' : 'expand'} />
    </button>
  );
}

/**
 * Gives the whole page, toasts and all, the whole display, or gives it back; a play screen then hides the shell.
 * A browser that refuses keeps things as they are.
 */
export function toggleFullScreen(): void {
  const change =
    document.fullscreenElement === null ? document.documentElement.requestFullscreen() : document.exitFullscreen();
  change.catch(() => undefined);
}
