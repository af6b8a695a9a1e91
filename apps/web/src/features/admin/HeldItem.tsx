import type { DeskShare, Review } from '@popfray/protocol/admin';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { Suspicions } from './Suspicions.tsx';
import { Timestamp } from './Timestamp.tsx';
import { Trx } from './Trx.tsx';

/** A held or decided round or share in a list: the player, the amount, and the reasons or the decision. It links to its page. */
export function HeldItem({
  item,
  href,
  isChosen,
  amountSun,
  result,
  at,
}: {
  readonly item: Pick<Review | DeskShare, 'username' | 'conduct' | 'decision'>;
  readonly href: string;
  readonly isChosen: boolean;
  readonly amountSun: number;
  /** The score or the place. */
  readonly result: string;
  /** Epoch ms. */
  readonly at: number;
}): ReactElement {
  const t = useTranslations('desk.review');
  const { username, conduct, decision } = item;
  return (
    <Link
      href={href}
      {...(isChosen && { 'aria-current': 'true' })}
      className={`-mx-2 block rounded-[0.625rem] p-2 ${isChosen ? 'bg-line' : 'hover:bg-raised'}`}
    >
      <span className="flex items-baseline justify-between gap-4">
        <span className="min-w-0 truncate font-semibold">{username}</span>
        <Trx amount={amountSun} />
      </span>
      <span className={`flex items-baseline justify-between gap-4 text-sm ${isChosen ? '' : 'text-muted'}`}>
        <span>{result}</span>
        <Timestamp at={at} />
      </span>
      <span className="mt-1 flex flex-wrap items-center gap-1.5 text-sm">
        <Suspicions suspicions={conduct.suspicions} />
        {decision !== null && (
          <span className={decision.outcome === 'paid' ? 'text-good' : 'text-tron'}>{t(decision.outcome)}</span>
        )}
      </span>
    </Link>
  );
}
