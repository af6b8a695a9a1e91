import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../../ui/Icon.tsx';
import { Overlay, type PracticeSession } from '../play/index.ts';

/** Overlay of a paused round with a resume button. */
export function RoundPaused({ session }: { readonly session: PracticeSession }): ReactElement {
  const t = useTranslations('play');
  return (
    <Overlay title={t('paused')}>
      <button type="button" className="action action-primary" onClick={() => session.store.resume()}>
        <Icon name="play" />
        {t('resume')}
      </button>
    </Overlay>
  );
}
