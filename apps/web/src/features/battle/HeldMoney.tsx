import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { trx } from '../../data/messages/trx.ts';
import { heldSharesQuery, HeldText } from '../payments/index.ts';

/** The player's own share of a battle that is held for review, or was refused after it. */
export function HeldMoney({
  sessionId,
  userId,
  amountSun,
  isRefused,
}: {
  readonly sessionId: string;
  readonly userId: string;
  readonly amountSun: number;
  readonly isRefused: boolean;
}): ReactElement {
  const t = useTranslations('money.heldShare');
  const { data } = useQuery(heldSharesQuery(userId));
  const share = data?.find((each) => each.sessionId === sessionId);
  const amount = trx.exact(share?.amountSun ?? amountSun);
  return (
    <>
      <p className="text-caution">{t(isRefused ? 'refused' : 'held', { amount })}</p>
      {share !== undefined && share.status !== 'paid' && (
        <HeldText subject="share" status={share.status} reasons={share.reasons} refusal={share.decision?.reason} />
      )}
    </>
  );
}
