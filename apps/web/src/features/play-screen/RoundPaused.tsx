import { useRound } from '@popfray/react';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../../ui/Icon.tsx';
import { Overlay, type PracticeSession } from '../play/index.ts';

/** Overlay of a paused round with the reason and a resume button. */
export function RoundPaused({ session }: { readonly session: PracticeSession }): ReactElement {
  const t = useTranslations('play');
  const cause = useRound(session.store, ({ pauseCause }) => pauseCause);
  return (
    <Overlay title={t('paused')}>
      {cause !== null && <p className="max-w-sm text-sm text-muted sm:text-base">{t(`pausedBy.${cause}`)}</p>}
      <button type="button" className="action action-primary" onClick={() => session.store.resume()}>
        <Icon name="play" />
        {t('resume')}
      </button>
    </Overlay>
  );
}
