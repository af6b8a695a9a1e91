import type { PaymentSource, Session } from '@popfray/protocol';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { useLocation } from 'wouter';
import { useAccount } from '../../data/account/account.ts';
import { PATHS } from '../../data/paths.ts';
import {
  joinSession,
  isHostedElsewhere,
  joinHosted,
  HostedJoinDialog,
  JoinDialog,
  readStoredList,
  sessionToasts,
  NEW_FIELDS,
  subscribeToSessions,
  sessionsQuery,
  ShareDialog,
  sortSessions,
  roleOf,
} from '../sessions/index.ts';
import { Icon } from '../../ui/Icon.tsx';
import { BattleRow } from './BattleRow.tsx';
import { BattleSection } from './BattleSection.tsx';
import { CreateButton } from './CreateButton.tsx';

/** Battles against the other chain: open, running, and recently ended ones. */
export function BattleList(): ReactElement {
  const t = useTranslations('lobby');
  const [, navigate] = useLocation();
  const list = useQuery(sessionsQuery);
  const [kept] = useState(readStoredList);
  const [joining, setJoining] = useState<string | null>(null);
  const [asked, setAsked] = useState<Session | null>(null);
  const [shared, setShared] = useState<Session | null>(null);
  const address = useAccount(({ player }) => player?.address ?? null);
  useEffect(() => subscribeToSessions(), []);

  const isReachable = !list.isError;
  const known = list.data ?? (list.isError ? kept?.sessions : undefined);
  const battles = known === undefined ? undefined : sortSessions(known.filter(({ scope }) => scope === 'cross-chain'));
  const keptAt = list.dataUpdatedAt > 0 ? list.dataUpdatedAt : (kept?.keptAt ?? null);

  const join = async (session: Session, source?: PaymentSource): Promise<void> => {
    setAsked(null);
    setJoining(session.id);
    const joined = isHostedElsewhere(session) ? await joinHosted(session) : await joinSession(session.id, source);
    setJoining(null);
    if (joined !== null) navigate(`${PATHS.battle}/${session.id}`);
  };
  const enter = (session: Session): void => {
    const standing = roleOf(session, { address, isReachable });
    if (standing === 'own' || standing === 'return') {
      if (standing === 'own') sessionToasts.creator();
      navigate(`${PATHS.battle}/${session.id}`);
    } else if (session.entryFeeSun > 0 || isHostedElsewhere(session)) setAsked(session);
    else void join(session);
  };

  const row = (session: Session): ReactElement => (
    <BattleRow
      key={session.id}
      session={session}
      standing={roleOf(session, { address, isReachable })}
      isJoining={joining === session.id}
      isBusy={joining !== null}
      onEnter={() => enter(session)}
      onShare={() => setShared(session)}
    />
  );

  return (
    <section aria-label={t('crossChain')}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg">{t('crossChain')}</h2>
        <div className="flex flex-wrap gap-2">
          <button
            type="button"
            aria-busy={list.isFetching}
            className="action action-bare"
            onClick={() => void list.refetch()}
          >
            <Icon
              name="reset"
              className={`size-5 shrink-0 ${list.isFetching ? 'animate-spin [animation-direction:reverse]' : ''}`}
            />
            {t('refresh')}
          </button>
          <CreateButton
            newFields={NEW_FIELDS}
            isDisabled={address === null || !isReachable}
            describedBy="lobby-why"
            className="action action-primary"
            onCreated={({ id }) => navigate(`${PATHS.battle}/${id}`)}
          >
            {t('create')}
          </CreateButton>
        </div>
      </div>
      {address === null && isReachable && <SignInFirst />}
      {!isReachable && <Unreachable keptAt={battles === undefined ? null : keptAt} />}
      {battles === undefined && isReachable && (
        <p role="status" className="px-1 py-6 text-muted">
          {t('loading')}
        </p>
      )}
      {battles?.length === 0 && (
        <div className="mt-4 rounded-3xl border border-dashed border-line px-6 py-12 text-center">
          <p className="font-semibold">{t('none')}</p>
          <p className="mt-1 text-muted">{t('noneText')}</p>
        </div>
      )}
      {battles !== undefined && battles.length > 0 && (
        <>
          <BattleSection fee="paid" battles={battles.filter(({ entryFeeSun }) => entryFeeSun > 0)}>
            {row}
          </BattleSection>
          <BattleSection fee="free" battles={battles.filter(({ entryFeeSun }) => entryFeeSun === 0)}>
            {row}
          </BattleSection>
        </>
      )}
      {asked !== null && (
        <AskedDialog session={asked} onJoin={(source) => void join(asked, source)} onClose={() => setAsked(null)} />
      )}
      {shared !== null && <ShareDialog session={shared} onClose={() => setShared(null)} />}
    </section>
  );
}

/** Dialog with the terms before joining: for a session with a fee, or one on another platform. */
function AskedDialog({
  session,
  onJoin,
  onClose,
}: {
  readonly session: Session;
  readonly onJoin: (source?: PaymentSource) => void;
  readonly onClose: () => void;
}): ReactElement {
  return isHostedElsewhere(session) ? (
    <HostedJoinDialog session={session} onJoin={() => onJoin()} onClose={onClose} />
  ) : (
    <JoinDialog session={session} onJoin={onJoin} onClose={onClose} />
  );
}

/** Explains that a sign-in is needed to create or join sessions. */
function SignInFirst(): ReactElement {
  const t = useTranslations('lobby');
  const isConnected = useAccount(({ wallet }) => wallet === 'connected');
  return (
    <p id="lobby-why" className="mt-4 flex items-start gap-2 text-muted">
      <Icon name="info" className="mt-0.5 size-5 shrink-0" />
      {isConnected ? t('signInFirst') : t('connectFirst')}
    </p>
  );
}

/** Notice that the server does not answer, with the age of the shown list. */
function Unreachable({ keptAt }: { readonly keptAt: number | null }): ReactElement {
  const t = useTranslations('lobby');
  const format = useFormatter();
  return (
    <p id="lobby-why" role="status" className="mt-4 flex items-start gap-2 text-caution">
      <Icon name="alert" />
      {keptAt === null
        ? t('unreachable')
        : t('unreachableOld', { at: format.dateTime(keptAt, { dateStyle: 'medium', timeStyle: 'short' }) })}
    </p>
  );
}
