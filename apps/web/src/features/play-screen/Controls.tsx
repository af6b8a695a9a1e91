import { useRound, type PlayedRoundStore } from '@popfray/react';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../../ui/Icon.tsx';

/** Start, pause and resume as one button, reset beside it. After the end, start is hidden until a reset. */
export function Controls({
  store,
  onStart,
  isLocked = false,
}: {
  readonly store: PlayedRoundStore;
  readonly onStart: () => void;
  /** Whether this player cannot start a round. */
  readonly isLocked?: boolean;
}): ReactElement {
  const t = useTranslations('play');
  const phase = useRound(store, (state) => state.phase);
  return (
    <div
      data-controls
      className="flex gap-2 upright:in-round:-order-1 upright:in-round:min-h-11 wide:[&>.action]:flex-auto wide:[&>.action]:px-3 wide:[&>.action]:whitespace-nowrap flat:flex-col flat:[&>.action]:px-2 [&>.action]:px-4"
    >
      {phase === 'idle' && (
        <button type="button" className="action action-quiet" disabled={isLocked} onClick={onStart}>
          <Icon name="play" />
          {t('start')}
        </button>
      )}
      {phase === 'running' && (
        <button type="button" className="action action-quiet" onClick={() => store.pause()}>
          <Icon name="pause" />
          {t('pause')}
        </button>
      )}
      {phase === 'paused' && (
        <button type="button" className="action action-quiet" onClick={() => store.resume()}>
          <Icon name="play" />
          {t('resume')}
        </button>
      )}
      <button type="button" className="action action-quiet" disabled={phase === 'idle'} onClick={() => store.reset()}>
        <Icon name="reset" />
        {t('reset')}
      </button>
    </div>
  );
}
