import type { VerifiedRound } from '@popfray/protocol';
import { useMemo, type ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useAccount } from '../../data/account/account.ts';
import { trx } from '../../data/messages/trx.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { CopyLink } from '../../ui/CopyLink.tsx';
import { makeReplayLink, makeReplayTarget } from '../../data/links/replay-link.ts';
import { HeldRoundText } from '../payments/index.ts';
import { openText } from '../replay/index.ts';
import { Icon } from '../../ui/Icon.tsx';
import { PATHS } from '../../data/paths.ts';
import { upgradeName } from '../../data/messages/upgrade-name.ts';
import { rewardStatusOf } from './reward-status.ts';
import { RewardBadge } from './RewardBadge.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';

/** All facts of a paid round: the score, the earnings and the status of the reward. Its player also sees why it is held or was refused. */
export function RoundFacts({ round }: { readonly round: VerifiedRound }): ReactElement {
  const t = useTranslations('round');
  const money = useTranslations('money');
  const format = useFormatter();
  const standing = rewardStatusOf(round);
  const viewer = useAccount(({ player }) => player?.address ?? null);
  const { status } = round;
  const opening = useMemo(() => openText(round.replay), [round.replay]);
  // A round that was played from a seed has no receipt.
  const hasReceipt = opening.kind === 'valid' && typeof opening.replay.entropy !== 'string';
  return (
    <article className="grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-10 md:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)]">
      <div>
        <h1 tabIndex={-1} className="text-lg text-muted">
          {t('title')}
        </h1>
        <p className="mt-1 text-lg font-semibold wrap-anywhere">{t('by', { name: round.username })}</p>
        <p className="mt-8 text-sm text-muted">{t('score')}</p>
        <p className="figure mt-2 text-[clamp(3rem,2rem+5vw,5rem)]">{format.number(round.score)}</p>
        <Verification round={round} opening={opening} />
        <div className="mt-8 flex flex-wrap gap-2">
          <Link {...makeReplayTarget(round.replay)} className="action action-primary">
            <Icon name="play" />
            {t('watch')}
          </Link>
          <CopyLink link={makeReplayLink(round.replay)}>{t('copyLink')}</CopyLink>
          {hasReceipt && (
            <Link href={`${PATHS.receipt}/${round.id}`} className="action action-bare">
              <Icon name="check" />
              {t('receipt')}
            </Link>
          )}
        </div>
      </div>
      <div>
        <RewardBadge standing={standing} />
        <p className="mt-2 text-sm text-muted">{t(`statusText.${standing}`)}</p>
        {status !== 'credited' && viewer === round.address && (
          <div className="mt-2">
            <HeldRoundText address={viewer} round={{ id: round.id, status, playedAt: round.playedAt }} />
          </div>
        )}
        <Facts className="mt-5">
          <Fact name={t('earned')}>{money('trx', { amount: trx.exact(round.earnedSun) })}</Fact>
          <Fact name={t('credited')}>
            {standing === 'held'
              ? money('pending', { amount: trx.exact(round.earnedSun) })
              : money('trx', { amount: trx.exact(round.creditedSun) })}
          </Fact>
          <Fact name={t('popped')}>{format.number(round.popped)}</Fact>
          <Fact name={t('bestCombo')}>{format.number(round.bestCombo)}</Fact>
          <Fact name={t('upgrades')}>
            {round.loadout.length === 0 ? t('upgradesNone') : format.list(round.loadout.map(upgradeName))}
          </Fact>
          <Fact name={t('rules')}>{t('rulesValue', { version: round.rulesVersion })}</Fact>
          <Fact name={t('played')}>{format.dateTime(round.playedAt, { dateStyle: 'medium', timeStyle: 'short' })}</Fact>
          <Fact name={t('player')}>
            <span className="flex items-center">
              <span className="min-w-0 flex-1 font-mono text-sm break-all">{round.address}</span>
              <CopyButton text={round.address} name={money('copyAddress')} />
            </span>
          </Fact>
        </Facts>
      </div>
    </article>
  );
}

/** Replays the round in the browser and compares the score, so that it can be verified without trusting the server. */
function Verification({
  round,
  opening,
}: {
  readonly round: VerifiedRound;
  readonly opening: ReturnType<typeof openText>;
}): ReactElement {
  const t = useTranslations('round');
  if (opening.kind === 'valid' && opening.replay.score === round.score) {
    return (
      <p className="mt-4 flex max-w-md items-start gap-2.5 text-sm">
        <Icon name="check" className="size-5 shrink-0 text-good" />
        {t('verified')}
      </p>
    );
  }
  const isUnknown = opening.kind === 'malformed';
  return (
    <p role={isUnknown ? undefined : 'alert'} className="mt-4 flex max-w-md items-start gap-2.5 text-sm text-caution">
      <Icon name="alert" className="size-5 shrink-0" />
      {isUnknown ? t('unknownRules') : t('unverified')}
    </p>
  );
}
