import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';

const STEPS = ['pop', 'chain', 'boss', 'prove'] as const;

/** A round explained in four steps. */
export function HowItWorks(): ReactElement {
  const t = useTranslations('howItWorks');
  return (
    <section id="how-it-works">
      <h2 className="text-xl md:text-2xl">{t('title')}</h2>
      <ol className="mt-6 grid gap-x-10 gap-y-7 sm:grid-cols-2 lg:grid-cols-4">
        {STEPS.map((step) => (
          <li key={step} className="border-t-2 border-line pt-4">
            <h3 className="text-base">{t(`${step}.title`)}</h3>
            <p className="mt-2 text-muted">{t(`${step}.text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
