import type { Session } from '@popfray/protocol';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { trx } from '../../data/messages/trx.ts';
import { PATHS } from '../../data/paths.ts';
import { ChainDot } from '../../ui/ChainDot.tsx';
import { useSessionName, canEnter, type VisitorRole, StatusBadge } from '../sessions/index.ts';
import { Icon } from '../../ui/Icon.tsx';
import { ROW } from './looks.ts';

/** A battle of the list: type, fee, status and action. SPEC section 2, cross-chain battle list. */
export function BattleRow({
  session,
  standing,
  isJoining,
  isBusy,
  onEnter,
  onShare,
}: {
  readonly session: Session;
  readonly standing: VisitorRole;
  /** Whether this session is being joined. */
  readonly isJoining: boolean;
  /** Whether any session is being joined. */
  readonly isBusy: boolean;
  readonly onEnter: () => void;
  readonly onShare: () => void;
}): ReactElement {
  const t = useTranslations('lobby');
  const chain = useTranslations('chains');
  const name = useSessionName()(session);
  const prize = prizeOf(session);
  const { hostBlockchain, prizePoolSun, maxPlayers, currentPlayers, status } = session;
  return (
    <li className={ROW.row}>
      <div className="min-w-0">
        <p className="flex gap-2.5 font-semibold">
          <span className="flex h-6 items-center">
            <ChainDot chain={hostBlockchain} />
          </span>
          <span className="min-w-0 [overflow-wrap:anywhere]">{name}</span>
        </p>
        <p className="mt-1 text-sm text-muted">
          {t(prize.key, { chain: chain(hostBlockchain), prize: trx.exact(prize.sun) })}
        </p>
        {prizePoolSun > 0 && (
          <p className="text-sm text-muted">{t('fee', { fee: trx.short(prizePoolSun / maxPlayers) })}</p>
        )}
      </div>
      <div className={ROW.state}>
        <span className="text-sm whitespace-nowrap tabular-nums">
          {t('players', { players: currentPlayers, max: maxPlayers })}
        </span>
        <StatusBadge status={status} />
      </div>
      <div className={ROW.actions}>
        <button type="button" aria-label={t('shareThis', { name })} className="action action-bare" onClick={onShare}>
          <Icon name="link" />
          {t('share')}
        </button>
        {status === 'settled' ? (
          <Link
            href={`${PATHS.receipt}/${session.id}`}
            aria-label={t('receiptOf', { name })}
            className="action action-quiet"
          >
            {t('receipt')}
          </Link>
        ) : (
          <JoinButton name={name} standing={standing} isJoining={isJoining} isBusy={isBusy} onEnter={onEnter} />
        )}
        {!canEnter(standing) && standing !== 'signed-out' && status !== 'settled' && (
          <p className={ROW.why}>{t(`why.${standing}`)}</p>
        )}
      </div>
    </li>
  );
}

/** The prize of a battle: the most that it can be while players can join, then the fees that were paid; none where it is unknown or refunded. */
function prizeOf({ status, prizePoolSun, paidSun }: Session): {
  readonly key: 'host' | 'hostUpTo' | 'hostOnly';
  readonly sun: number;
} {
  if (prizePoolSun === 0) return { key: 'host', sun: 0 };
  if (status === 'draft' || status === 'waiting') return { key: 'hostUpTo', sun: prizePoolSun };
  if (status === 'cancelled' || status === 'expired' || paidSun === 0) return { key: 'hostOnly', sun: 0 };
  return { key: 'host', sun: paidSun };
}

function JoinButton({
  name,
  standing,
  isJoining,
  isBusy,
  onEnter,
}: {
  readonly name: string;
  readonly standing: VisitorRole;
  readonly isJoining: boolean;
  readonly isBusy: boolean;
  readonly onEnter: () => void;
}): ReactElement {
  const t = useTranslations('lobby');
  const isReturn = standing === 'return';
  return (
    <button
      type="button"
      disabled={!canEnter(standing) || isBusy}
      aria-label={isReturn ? t('returnTo', { name }) : t('joinThis', { name })}
      // A reason that applies to all rows is shown above the list.
      {...(standing === 'signed-out' && { 'aria-describedby': 'lobby-why' })}
      className="action action-quiet"
      onClick={onEnter}
    >
      {isJoining && t('joining')}
      {!isJoining && (isReturn ? t('return') : t('join'))}
    </button>
  );
}
