import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Overlay } from '../play/index.ts';
import { LazyPart } from '../errors/index.ts';
import { RoundOver } from './practice-part.ts';
import type { RoundOverProps } from './RoundOver.tsx';

/** The result of a round, preloaded before it; if that failed, a button for another round. */
export function RoundEnd(props: RoundOverProps): ReactElement {
  const t = useTranslations('play');
  const { title, session } = props;
  const plain = (
    <Overlay title={title} isGuarded>
      <button type="button" className="action action-primary" onClick={session.start}>
        {t('playAgain')}
      </button>
    </Overlay>
  );
  return (
    <LazyPart loading={plain} fallback={plain}>
      <RoundOver {...props} />
    </LazyPart>
  );
}
