import { useRound } from '@popfray/react';
import type { BattleStore, Opponent } from '@popfray/react/battle';
import type { ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { ChainDot } from '../../ui/ChainDot.tsx';
import { Miniature } from './Miniature.tsx';

/** The other players with small pictures of their fields, delayed by two seconds: beside the field, or in a row above it. */
export function Rivals({ store }: { readonly store: BattleStore }): ReactElement {
  const t = useTranslations('battle');
  const opponents = useRound(store, (state) => state.opponents);
  return (
    <ul aria-label={t('opponents')} className="rivals" data-many={opponents.length > 3}>
      {opponents.map((opponent) => (
        <Rival key={opponent.place} store={store} opponent={opponent} />
      ))}
    </ul>
  );
}

function Rival({ store, opponent }: { readonly store: BattleStore; readonly opponent: Opponent }): ReactElement {
  const t = useTranslations('battle');
  const format = useFormatter();
  const { place, username, blockchain, isBot, isConnected, score, combo } = opponent;
  return (
    <li className={`rival ${isConnected ? '' : 'rival-away'}`}>
      <Miniature store={store} place={place} />
      <div className="rival-words">
        <p className="flex w-full items-center gap-1.5 text-sm">
          <ChainDot chain={blockchain} />
          <span className="truncate" title={username}>
            {username}
          </span>
        </p>
        <p className="rival-score figure">{format.number(score)}</p>
        <p className="mt-0.5 flex h-5 items-center gap-1.5 text-xs text-muted">
          {isBot && <span className="rival-bot">{t('bot')}</span>}
          {!isConnected && <span className="truncate">{t('away')}</span>}
          {isConnected && combo > 1 && (
            <span title={t('combo', { combo })} className="text-caution">
              {t('comboShort', { combo })}
            </span>
          )}
        </p>
      </div>
    </li>
  );
}
