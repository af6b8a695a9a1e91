import { useRound } from '@popfray/react';
import type { BattleStore } from '@popfray/react/battle';
import type { ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { LAST_SECONDS } from '../play/index.ts';

/** Score and time, and the player's position. */
export function BattleHud({ store }: { readonly store: BattleStore }): ReactElement {
  const t = useTranslations('hud');
  const battle = useTranslations('battle');
  const format = useFormatter();
  const score = useRound(store, (state) => state.score);
  const secondsLeft = useRound(store, (state) => state.secondsLeft);
  const position = useRound(store, (state) => state.position);
  const players = useRound(store, (state) => state.opponents.length + 1);
  // Without any points there is no position yet.
  const isOpen = useRound(store, (state) => state.score === 0 && state.opponents.every((other) => other.score === 0));
  return (
    <section aria-label={t('label')} className="play-hud">
      <dl className="hud">
        <div>
          <dt>{t('score')}</dt>
          <dd className="figure hud-large">{format.number(score)}</dd>
        </div>
        <div>
          <dt>{t('timeLeft')}</dt>
          <dd className={`figure hud-large ${secondsLeft <= LAST_SECONDS ? 'text-caution' : ''}`}>
            {t('seconds', { seconds: secondsLeft })}
          </dd>
        </div>
        <div>
          <dt>{battle('position')}</dt>
          <dd className={`figure hud-small ${position === 1 && score > 0 ? 'text-good' : ''}`}>
            {isOpen ? battle('positionNone') : battle('positionOf', { position, players })}
          </dd>
        </div>
      </dl>
    </section>
  );
}
