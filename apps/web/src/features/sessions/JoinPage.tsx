import type { Session } from '@popfray/protocol';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link, useLocation, useParams } from 'wouter';
import { useAccount } from '../../data/account/account.ts';
import { ApiError } from '../../data/api/api-error.ts';
import { Queries } from '../../data/api/Queries.tsx';
import { watchSession } from '../../data/game-socket/game-socket.ts';
import { WalletAction } from '../wallet/index.ts';
import { trx } from '../../data/messages/trx.ts';
import { PayChoice, usePaySource } from '../payments/index.ts';
import { PATHS } from '../../data/paths.ts';
import { Screen } from '../../ui/Screen.tsx';
import { makeTimeLeft, useNow } from '../../data/api/clock.ts';
import { joinSession } from './seat-actions.ts';
import { EntryNotices } from './EntryNotices.tsx';
import { isHostedElsewhere, joinHosted } from './hosted.ts';
import { finalPoolSun } from './final-pool.ts';
import { HostTerms } from './HostTerms.tsx';
import { Notice } from './Notice.tsx';
import { useSessionName } from './name.ts';
import { sessionToasts } from './toasts.ts';
import { subscribeToSessions, sessionQuery } from './sessions.ts';
import { roleOf } from './visitor-role.ts';
import { StatusBadge } from './StatusBadge.tsx';
import { Terms } from './Terms.tsx';
import { Fact } from '../../ui/Facts.tsx';
import '../../ui/screens.css';

/** Format of the server's session ids. */
const ID = /^[\w-]{8,64}$/;

/** `/session/{id}`: public page of a session with a join button, for visitors with an invitation link. */
export function JoinPage(): ReactElement {
  const { id } = useParams<{ readonly id?: string }>();
  return <Queries>{id !== undefined && ID.test(id) ? <LoadedSession key={id} id={id} /> : <InvalidLink />}</Queries>;
}

function InvalidLink(): ReactElement {
  const t = useTranslations('sessions.join');
  return (
    <Notice screen={t('screen')} title={t('invalidTitle')} text={t('invalidText')}>
      <LobbyLink isPrimary />
    </Notice>
  );
}

function LoadedSession({ id }: { readonly id: string }): ReactElement {
  const t = useTranslations('sessions.join');
  const toast = useTranslations('sessions.toast');
  const { data, error, isFetching, refetch } = useQuery(sessionQuery(id));
  const isUnknown = error instanceof ApiError && error.code === 'ERR_SESSION_UNKNOWN';
  const hasFailed = error !== null && data === undefined;
  useEffect(() => subscribeToSessions(), []);
  useEffect(() => watchSession(id), [id]);
  useEffect(() => {
    if (!hasFailed) return;
    if (isUnknown) sessionToasts.lost();
    else sessionToasts.notLoaded();
  }, [hasFailed, isUnknown]);

  if (isUnknown) {
    return (
      <Notice screen={t('screen')} title={toast('unknownTitle')} text={toast('unknownText')}>
        <LobbyLink isPrimary />
      </Notice>
    );
  }
  if (hasFailed) {
    return (
      <Notice screen={t('screen')} title={toast('loadingTitle')} text={toast('loadingText')}>
        <button type="button" disabled={isFetching} className="action action-primary" onClick={() => void refetch()}>
          {t('retry')}
        </button>
        <LobbyLink />
      </Notice>
    );
  }
  if (data === undefined) {
    return (
      <Screen name={t('screen')} className="m-auto">
        <p role="status" className="py-20 text-muted">
          {t('loading')}
        </p>
      </Screen>
    );
  }
  return <Invitation session={data} isReachable={error === null} />;
}

function Invitation({
  session,
  isReachable,
}: {
  readonly session: Session;
  readonly isReachable: boolean;
}): ReactElement {
  const t = useTranslations('sessions');
  const name = useSessionName()(session);
  const nowMs = useNow(1_000);
  const { entryFeeSun: feeSun, maxPlayers, revenueDistribution: revenue, isHostedHere, scope } = session;
  return (
    <Screen name={t('join.screen')} className="gutter mx-auto w-full max-w-2xl pt-6 pb-20 md:pt-12">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 tabIndex={-1} className="min-w-0 flex-[1_1_16rem] text-3xl [overflow-wrap:anywhere]">
          {name}
        </h1>
        <StatusBadge status={session.status} />
      </header>
      <div className="mt-6">
        <Terms terms={{ feeSun, maxPlayers, paidSun: finalPoolSun(session), revenue, isHostedHere, scope }}>
          <HostTerms session={session} />
          <Fact name={t('terms.players')}>
            {t('terms.playersValue', { players: session.currentPlayers, max: maxPlayers })}
          </Fact>
          {session.status === 'waiting' && (
            <Fact name={t('terms.gathers')}>
              {t('terms.gathersValue', { left: makeTimeLeft(session.expiresAt - nowMs) })}
            </Fact>
          )}
        </Terms>
        <EntryNotices feeSun={feeSun} />
      </div>
      <JoinAction session={session} isReachable={isReachable} />
    </Screen>
  );
}

/** The possible action, or the reason why there is none. */
function JoinAction({
  session,
  isReachable,
}: {
  readonly session: Session;
  readonly isReachable: boolean;
}): ReactElement {
  const t = useTranslations('sessions.join');
  const hosted = useTranslations('sessions.hosted');
  const [, navigate] = useLocation();
  const [isJoining, setJoining] = useState(false);
  const address = useAccount(({ player }) => player?.address ?? null);
  const standing = roleOf(session, { address, isReachable });
  const pay = usePaySource(session.entryFeeSun);
  const isPaid = standing === 'join' && session.entryFeeSun > 0;
  const room = `${PATHS.game}?session=${session.id}`;

  const join = async (): Promise<void> => {
    setJoining(true);
    const joined = isHostedElsewhere(session) ? await joinHosted(session) : await joinSession(session.id, pay.source);
    setJoining(false);
    if (joined !== null) navigate(room);
  };
  return (
    <div className="mt-8">
      {isPaid && (
        <div className="mb-6">
          <PayChoice pay={pay} />
        </div>
      )}
      <div className="flex flex-wrap items-center gap-3">
        {standing === 'join' && (
          <button type="button" disabled={isJoining} className="action action-primary" onClick={() => void join()}>
            {isJoining && t('joining')}
            {!isJoining && (session.entryFeeSun === 0 ? t('free') : t('paid', { fee: trx.exact(session.entryFeeSun) }))}
          </button>
        )}
        {standing === 'signed-out' && <WalletAction className="action action-primary" />}
        {(standing === 'own' || standing === 'return') && (
          <Link
            href={room}
            className="action action-primary"
            onClick={() => {
              if (standing === 'own') sessionToasts.creator();
            }}
          >
            {t(standing)}
          </Link>
        )}
        {session.status === 'settled' && (
          <Link href={`${PATHS.receipt}/${session.id}`} className="action action-primary">
            {t('receipt')}
          </Link>
        )}
        <LobbyLink />
      </div>
      {isPaid && <p className="mt-4 text-sm text-muted">{t(pay.source === 'balance' ? 'nextFromBalance' : 'next')}</p>}
      {standing === 'join' && isHostedElsewhere(session) && <p className="mt-4 text-sm text-muted">{hosted('sign')}</p>}
      {standing !== 'join' && standing !== 'own' && standing !== 'return' && (
        <p role="status" className="mt-4 text-muted">
          {t(`why.${standing}`)}
        </p>
      )}
    </div>
  );
}

function LobbyLink({ isPrimary = false }: { readonly isPrimary?: boolean }): ReactElement {
  const t = useTranslations('sessions.join');
  return (
    <Link href={PATHS.lobby} className={`action ${isPrimary ? 'action-primary' : 'action-quiet'}`}>
      {t('lobby')}
    </Link>
  );
}
