import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { tabPath, usePlace, type Tab } from './place.ts';
import type { Standing } from './queries.ts';

/** Which of a list the address asks for. */
export function useStanding(): Standing {
  const { get } = usePlace();
  return get('status') === 'decided' ? 'decided' : 'open';
}

/** What waits, or what is decided. */
export function StandingChoice({ tab }: { readonly tab: Tab }): ReactElement {
  const t = useTranslations('desk.lists');
  const standing = useStanding();
  return (
    <nav aria-label={t('label')} className="desk-choice">
      {(['open', 'decided'] as const).map((each) => (
        <Link
          key={each}
          href={tabPath(tab, { status: each === 'open' ? undefined : each })}
          replace
          {...(each === standing && { 'aria-current': 'true' })}
        >
          {t(each)}
        </Link>
      ))}
    </nav>
  );
}
