import type { ReactElement } from 'react';
import { Icon } from '../shell/Icon.tsx';
import { Overlay } from './Overlay.tsx';
import type { PracticeSession } from './play-session.ts';

/** Before a round: what to do in it, and the way in. */
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
  /** What the button that starts is called. */
  readonly action: string;
  /** Called by that button; starts a round. */
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
