import { MAX_LOCAL_PLAYERS, offeredFeeSun } from '@popfray/protocol';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link, useLocation } from 'wouter';
import { useAccount } from '../../data/account/account.ts';
import { useGameSocket } from '../../data/game-socket/state.ts';
import { trx } from '../../data/messages/trx.ts';
import { PATHS } from '../../data/paths.ts';
import { preload } from '../../data/preload.ts';
import { NEW_GAME_FIELDS } from '../sessions/index.ts';
import { Card } from '../../ui/Card.tsx';
import { CreateButton } from './CreateButton.tsx';
import { useLocalGame } from './local-game.ts';

/** Cards of the games that can be started at once. SPEC section 2, lobby. */
export function CreateGame(): ReactElement {
  const t = useTranslations('lobby.newGame');
  const [, navigate] = useLocation();
  const username = useAccount(({ player }) => player?.username ?? '');
  const isSignedIn = useAccount(({ player }) => player !== null);
  const isOnline = useGameSocket(({ status }) => status === 'connected');
  const { isBusy, create } = useLocalGame();
  const [classic, crossChain] = [trx.exact(offeredFeeSun('classic')), trx.exact(offeredFeeSun('cross-chain-battle'))];
  const why = isSignedIn ? t('needsServer') : t('needsWallet');
  return (
    <Card title={t('title')}>
      <ul className="mt-3 flex flex-col gap-3">
        <li>
          <Link
            href={PATHS.freePlay}
            className="action action-quiet w-full"
            onPointerEnter={() => preload(PATHS.freePlay)}
            onFocus={() => preload(PATHS.freePlay)}
          >
            {t('freePlay')}
          </Link>
          <p className="mt-1 px-1 text-sm text-muted">{t('freePlayText')}</p>
        </li>
        <li>
          <button
            type="button"
            disabled={!isSignedIn || !isOnline || isBusy}
            aria-describedby="classic-battle"
            className="action action-quiet w-full"
            onClick={create}
          >
            {t('classic')}
          </button>
          <p id="classic-battle" className="mt-1 px-1 text-sm text-muted">
            {isSignedIn && isOnline ? t('classicText', { max: MAX_LOCAL_PLAYERS }) : why}
          </p>
        </li>
        <li>
          <CreateButton
            newFields={{ ...NEW_GAME_FIELDS, name: t('gameName', { name: username }) }}
            isDisabled={!isSignedIn || !isOnline || isBusy}
            describedBy="paid-game"
            className="action action-quiet w-full"
            onCreated={({ id }) => navigate(`${PATHS.game}?session=${id}`)}
          >
            {t('paid')}
          </CreateButton>
          <p id="paid-game" className="mt-1 px-1 text-sm text-muted">
            {isSignedIn && isOnline ? t('paidText', { classic, crossChain }) : why}
          </p>
        </li>
        <li>
          <button type="button" disabled aria-describedby="tournament" className="action w-full">
            {t('tournament')}
          </button>
          <p id="tournament" className="mt-1 px-1 text-sm text-muted">
            {t('tournamentText')}
          </p>
        </li>
      </ul>
    </Card>
  );
}
