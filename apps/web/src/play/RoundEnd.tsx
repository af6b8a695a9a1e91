import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Overlay } from './Overlay.tsx';
import { Part } from './Part.tsx';
import { RoundOver } from './practice-part.ts';
import type { RoundOverProps } from './RoundOver.tsx';

/** The end of a round, which was fetched while it was played; where it could not be, the way to another round. */
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
    <Part meanwhile={plain} fallback={plain}>
      <RoundOver {...props} />
    </Part>
  );
}
