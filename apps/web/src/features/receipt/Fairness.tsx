import type { Receipt } from '@popfray/protocol/receipt';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { ScrollRegion } from '../../ui/ScrollRegion.tsx';

/** The values from which the randomness was derived, with copy buttons. */
export function Fairness({ receipt }: { readonly receipt: Receipt }): ReactElement {
  const t = useTranslations('receipt');
  return (
    <section aria-labelledby="fairness">
      <h2 id="fairness" className="text-xl">
        {t('fairness')}
      </h2>
      <p className="mt-3 text-sm text-muted">{t('fairnessText')}</p>
      <h3 className="receipt-part">{t('commitment')}</h3>
      <Hash text={receipt.commitment ?? ''} name={t('copyCommitment')} />
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
          <ScrollRegion as="ol" name={t('reveals', { count: receipt.reveals.length })} className="receipt-reveals">
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

function Hash({ text, name }: { readonly text: string; readonly name: string }): ReactElement {
  return (
    <p className="-mr-3 flex items-center">
      <span className="min-w-0 flex-1 font-mono text-xs break-all text-muted">{text}</span>
      <CopyButton text={text} name={name} />
    </p>
  );
}
