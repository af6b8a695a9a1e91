import type { Receipt } from '@popfray/protocol/receipt';
import type { ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { PATHS } from '../../data/paths.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { ScrollRegion } from '../../ui/ScrollRegion.tsx';
import { PartTitle } from './PartTitle.tsx';

/** The values from which the randomness was derived, with copy buttons. */
export function Fairness({ receipt }: { readonly receipt: Receipt }): ReactElement {
  const t = useTranslations('receipt');
  return (
    <section aria-labelledby="fairness">
      <h2 id="fairness" className="text-xl">
        {t('fairness')}
      </h2>
      <p className="mt-3 text-sm text-muted">{t('fairnessText')}</p>
      <PartTitle>{t('commitment')}</PartTitle>
      <Hash text={receipt.commitment ?? ''} name={t('copyCommitment')} />
      <Place receipt={receipt} />
      <details className="mt-4">
        <summary className="py-2 font-semibold">{t('seeds')}</summary>
        <dl className="flex flex-col gap-2">
          {receipt.players.map(({ place, username, seed }) => (
            <div key={place}>
              <dt className="text-sm">{username}</dt>
              <dd>
                {seed === null ? (
                  <span className="text-sm text-muted">{t('seedNone')}</span>
                ) : (
                  <Hash text={seed} name={t('copySeed', { name: username })} />
                )}
              </dd>
            </div>
          ))}
        </dl>
      </details>
      <details className="mt-2">
        <summary className="py-2 font-semibold">{t('reveals', { count: receipt.reveals.length })}</summary>
        <div className="flex items-start">
          <ScrollRegion
            as="ol"
            name={t('reveals', { count: receipt.reveals.length })}
            className="max-h-64 min-w-0 flex-1 overflow-auto rounded-xl bg-surface p-3 font-mono text-[0.6875rem] leading-[1.6] wrap-anywhere text-muted"
          >
            {receipt.reveals.map((reveal) => (
              <li key={reveal}>{reveal}</li>
            ))}
          </ScrollRegion>
          <CopyButton text={receipt.reveals.join('\n')} name={t('copyReveals')} />
        </div>
      </details>
    </section>
  );
}

/** The place of the commitment in the public list. Battles of other hosts, and those from before there was a list, have none. */
function Place({ receipt: { listing } }: { readonly receipt: Receipt }): ReactElement | null {
  const t = useTranslations('receipt');
  const format = useFormatter();
  if (!listing) return null;
  const day = format.dateTime(new Date(`${listing.day}T00:00:00Z`), { dateStyle: 'long', timeZone: 'UTC' });
  return (
    <Link
      href={`${PATHS.fairness}/${listing.day}`}
      className="inline-flex min-h-8 items-center text-sm font-semibold underline underline-offset-4"
    >
      {t('place', { number: listing.number, day })}
    </Link>
  );
}

function Hash({ text, name }: { readonly text: string; readonly name: string }): ReactElement {
  return (
    <p className="-mr-3 flex items-center">
      <span className="min-w-0 flex-1 font-mono text-xs break-all text-muted">{text}</span>
      <CopyButton text={text} name={name} />
    </p>
  );
}
