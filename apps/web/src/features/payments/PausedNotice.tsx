import { useEffect, type ReactElement } from 'react';
import { useLocale } from 'use-intl';
import { failureText } from '../../data/api/failure-text.ts';
import { usePlatformStats } from '../../data/platform/platform-stats.ts';
import { loadTexts } from '../../data/messages/texts.ts';
import { Icon } from '../../ui/Icon.tsx';
import '../../ui/screens.css';

/** Notice that paid play is paused, shown where paid play starts. Null while it is not paused. */
export function PausedNotice({ className = '' }: { readonly className?: string }): ReactElement | null {
  const { stats } = usePlatformStats();
  const isPaused = stats.isPaidPlayPaused === true;
  // Renders again when the texts have loaded or the language changes.
  useLocale();
  useEffect(() => {
    if (isPaused) void loadTexts('failures').catch(() => undefined);
  }, [isPaused]);
  if (!isPaused) return null;
  return (
    <p role="status" className={`flex items-start gap-2 text-left text-caution ${className}`}>
      <Icon name="pause" />
      {failureText('ERR_PAUSED')}
    </p>
  );
}
