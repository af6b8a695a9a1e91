import { useRound } from '@popfray/react';
import { useEffect, useEffectEvent, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { Overlay, useShownPhase, type PracticeSession, BOT_LEVELS, type BotLevel } from '../play/index.ts';
import { RoundEnd, RoundPaused } from '../play-screen/index.ts';
import { makeBotRival } from '../rivals/index.ts';
import { PATHS } from '../../data/paths.ts';
import { Segmented } from '../../ui/Segmented.tsx';
import { FOREIGN_FACTOR } from '../../data/rules.ts';
import { Icon } from '../../ui/Icon.tsx';

/** Bot of a first practice battle, and of later ones unless the player chooses another. */
const FIRST_LEVEL: BotLevel = 'novice';
const DEFAULT_LEVEL: BotLevel = 'regular';

/** Choice of the bot for the next practice battle, beside the field. */
export function OpponentChoice({ session }: { readonly session: PracticeSession }): ReactElement {
  const t = useTranslations('crossChainPractice');
  const race = useTranslations('race');
  const { store, rival, rules, chooseRival, personalBest } = session;
  const isPlaying = useRound(store, ({ phase }) => phase === 'running' || phase === 'paused');
  const begin = useEffectEvent(() => {
    if (rival === null) chooseRival(makeBotRival(personalBest.best === null ? FIRST_LEVEL : DEFAULT_LEVEL, rules));
  });
  useEffect(() => begin(), []);
  return (
    <div>
      <p aria-hidden="true" className="text-sm text-muted">
        {t('opponent')}
      </p>
      <Segmented
        layout="bar"
        className="mt-1.5"
        legend={t('opponent')}
        value={BOT_LEVELS.find((level) => level === rival?.kind) ?? DEFAULT_LEVEL}
        options={BOT_LEVELS.map((value) => ({ value, label: race(`name.${value}`) }))}
        isDisabled={isPlaying}
        onChange={(level) => chooseRival(makeBotRival(level, rules))}
      />
      <p className="mt-2 text-xs text-muted">{race('hint')}</p>
    </div>
  );
}

/** Overlay of a practice battle: start, pause and result. */
export function CrossChainOverlay({ session }: { readonly session: PracticeSession }): ReactElement | null {
  const t = useTranslations('crossChainPractice');
  const arena = useTranslations('arena');
  const play = useTranslations('play');
  const phase = useShownPhase(session.store);
  if (phase === 'paused') return <RoundPaused session={session} />;
  if (phase === 'over') {
    return (
      <RoundEnd
        session={session}
        title={arena('overTitle')}
        scoreLabel={t('finalScore')}
        back={{ path: PATHS.lobby, text: play('backToLobby') }}
      >
        <p className="text-muted">{t('overNote')}</p>
      </RoundEnd>
    );
  }
  if (phase !== 'idle') return null;
  return (
    <Overlay title={arena('readyTitle.crossChain')}>
      <p className="max-w-md text-sm text-balance text-muted sm:text-base">
        {t('text', { foreignFactor: FOREIGN_FACTOR })}
      </p>
      <button
        type="button"
        disabled={session.awaitsRival}
        className="action action-primary min-h-13 px-8 text-lg"
        onClick={session.start}
      >
        <Icon name="play" />
        {arena('start')}
      </button>
      <Link href={PATHS.lobby} className="action action-quiet">
        {t('findOpponent')}
      </Link>
      <p className="max-w-md text-xs text-balance text-muted sm:text-sm">{t('stake')}</p>
    </Overlay>
  );
}
