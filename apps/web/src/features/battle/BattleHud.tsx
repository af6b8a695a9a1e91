import { useRound } from '@popfray/react';
import type { BattleStore } from '@popfray/react/battle';
import type { ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { FollowedText, HudFigure, HudFigures, TimeLeft } from '../play/index.ts';

/** Score and time, and the player's position. */
export function BattleHud({ store }: { readonly store: BattleStore }): ReactElement {
  const t = useTranslations('hud');
  const battle = useTranslations('battle');
  const format = useFormatter();
  const hasScore = useRound(store, (state) => state.score > 0);
  const position = useRound(store, (state) => state.position);
  const players = useRound(store, (state) => state.opponents.length + 1);
  // Without any points there is no position yet.
  const isOpen = useRound(store, (state) => state.score === 0 && state.opponents.every((other) => other.score === 0));
  return (
    <HudFigures
      isBattle
      figures={
        <>
          <HudFigure name={t('score')} size="large">
            <FollowedText store={store} read={({ score }) => format.number(score)} />
          </HudFigure>
          <TimeLeft store={store} />
          <HudFigure name={battle('position')} size="small" className={position === 1 && hasScore ? 'text-good' : ''}>
            {isOpen ? battle('positionNone') : battle('positionOf', { position, players })}
          </HudFigure>
        </>
      }
    />
  );
}
