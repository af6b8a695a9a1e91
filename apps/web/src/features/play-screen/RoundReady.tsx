import { useState, type ReactElement } from 'react';
import { AttractReplay } from '../attract/index.ts';
import { LazyPart } from '../errors/index.ts';
import { Icon } from '../../ui/Icon.tsx';
import { useAfterLoad } from '../../data/api/use-after-load.ts';
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
  const { rival, rules } = session;
  const [isReplay, setReplay] = useState(false);
  const isAfterLoad = useAfterLoad();
  const instructions = <p className="max-w-sm text-muted">{text}</p>;
  return (
    <>
      {isAfterLoad && (
        <LazyPart>
          <AttractReplay
            rules={rules}
            className={`z-1 aspect-4/3 w-full cursor-pointer rounded-[inherit] transition-opacity duration-500 ${isReplay ? '' : 'opacity-0'}`}
            onPop={() => !session.awaitsRival && onStart()}
            onStart={() => setReplay(true)}
            onEnd={() => setReplay(false)}
          />
        </LazyPart>
      )}
      <Overlay title={title} isFirst isClear={isReplay}>
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
    </>
  );
}
