import type { ReactElement } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import { Overlay, type PracticeSession } from '../play/index.ts';

/** Overlay before a round: instructions and a start button. */
export function RoundReady({
  session,
  title,
  text,
  action,
  onStart = session.start,
}: {
  readonly session: PracticeSession;
  readonly title: string;
  readonly text: string;
  /** Label of the start button. */
  readonly action: string;
  /** Called by the start button; starts a round. */
  readonly onStart?: () => void;
}): ReactElement {
  return (
    <Overlay title={title}>
      <p className="max-w-sm text-muted">{text}</p>
      <button
        type="button"
        disabled={session.awaitsRival}
        className="action action-primary min-h-13 px-8 text-lg"
        onClick={onStart}
      >
        <Icon name="play" />
        {action}
      </button>
    </Overlay>
  );
}
