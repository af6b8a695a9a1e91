import { useEffect, useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../../ui/Icon.tsx';

/** Button for full screen. Null in browsers without it. */
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
 * Toggles full screen for the whole page, including toasts; a play screen then hides header and footer, and during a round everything but the
 * field, its figures and the rivals. The field is wider than high, so the screen is turned to landscape where the browser can lock it.
 * Does nothing when the browser refuses.
 */
export function toggleFullScreen(): void {
  const change = document.fullscreenElement === null ? enterFullScreen() : document.exitFullscreen();
  change.catch(() => undefined);
}

/** `lock` is missing in Safari, and rejects on computers. Leaving full screen unlocks. */
interface LockableOrientation {
  readonly lock?: (orientation: 'landscape') => Promise<void>;
}

async function enterFullScreen(): Promise<void> {
  await document.documentElement.requestFullscreen();
  await (screen.orientation as LockableOrientation | undefined)?.lock?.('landscape');
}
