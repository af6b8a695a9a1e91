import { arena } from '@popfray/engine';
import { useRound, type RoundStore } from '@popfray/react';
import { useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { usePlaySession, type PlaySession } from '../play/play-session.ts';
import { Overlay } from '../play/Overlay.tsx';
import { PlayScreen } from '../play/PlayScreen.tsx';
import { RoundOver, RoundPaused } from '../play/RoundOver.tsx';
import { PATHS } from '../routes.ts';
import { Icon } from '../shell/Icon.tsx';
import { ModeSwitch } from './ModeSwitch.tsx';
import { needsWallet, type ArenaMode } from './mode.ts';

/** The arena: practice for guests, and the wallet's modes, closed until there is a wallet. */
export function Arena({ store }: { /** A store of the caller's own. */ readonly store?: RoundStore }): ReactElement {
  const t = useTranslations('arena');
  const [mode, setMode] = useState<ArenaMode>('freePlay');
  const session = usePlaySession(arena, store);
  const phase = useRound(session.store, (state) => state.phase);
  return (
    <PlayScreen
      session={session}
      name={t('title')}
      note={t(`note.${mode}`)}
      hint={t('bossHint')}
      isLocked={needsWallet(mode)}
      head={
        <ModeSwitch
          mode={mode}
          isLocked={phase === 'running' || phase === 'paused'}
          onChange={(next) => {
            session.store.reset();
            setMode(next);
          }}
        />
      }
      overlays={<ArenaOverlay session={session} mode={mode} />}
    />
  );
}

function ArenaOverlay({
  session,
  mode,
}: {
  readonly session: PlaySession;
  readonly mode: ArenaMode;
}): ReactElement | null {
  const t = useTranslations('arena');
  const play = useTranslations('play');
  const phase = useRound(session.store, (state) => state.phase);
  if (phase === 'idle') {
    return (
      <Overlay title={t(`readyTitle.${mode}`)}>
        {needsWallet(mode) ? (
          <>
            <p
              role="alert"
              className="flex max-w-md items-center gap-3 rounded-2xl bg-raised px-4 py-3 text-left text-sm sm:text-base"
            >
              <Icon name="alert" className="size-5 shrink-0 text-caution" />
              {t('walletAlert')}
            </p>
            <button type="button" disabled className="action min-h-13 px-8 text-lg">
              {t('connectFirst')}
            </button>
          </>
        ) : (
          <>
            <p className="max-w-sm text-muted">{t('readyText')}</p>
            <button type="button" className="action action-primary min-h-13 px-8 text-lg" onClick={session.start}>
              <Icon name="play" />
              {t('start')}
            </button>
          </>
        )}
      </Overlay>
    );
  }
  if (phase === 'paused') return <RoundPaused session={session} />;
  if (phase === 'over') {
    return (
      <RoundOver
        session={session}
        title={t('overTitle')}
        scoreLabel={t('practiceScore')}
        back={{ path: PATHS.lobby, text: play('backToLobby') }}
      >
        <p className="text-muted">{t('earn')}</p>
      </RoundOver>
    );
  }
  return null;
}
