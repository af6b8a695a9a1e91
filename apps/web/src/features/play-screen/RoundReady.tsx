import type { ReactElement } from 'react';
import { LazyPart } from '../errors/index.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Overlay, type PracticeSession } from '../play/index.ts';
import { Challenge } from './practice-part.ts';

/** Overlay before a round: instructions and a start button; for who followed a link to a race, the score that is to be beaten. */
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
  const { rival } = session;
  const instructions = <p className="max-w-sm text-muted">{text}</p>;
  return (
    <Overlay title={title}>
      {rival?.kind === 'friend' ? (
        <LazyPart loading={instructions} fallback={instructions}>
          <Challenge rival={rival} />
        </LazyPart>
      ) : (
        instructions
      )}
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
