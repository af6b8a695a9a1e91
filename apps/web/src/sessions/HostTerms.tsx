import type { Session } from '@popfray/protocol';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { ChainDot } from './ChainDot.tsx';
import { Term, useShares } from './Terms.tsx';

/** Who hosts a session, as a term of it. Of another chain's platform: its server, how it shares a pool out, and who is liable for fees. */
export function HostTerms({ session }: { readonly session: Session }): ReactElement {
  const t = useTranslations('sessions');
  const shares = useShares();
  const chain = t(`chain.${session.hostBlockchain}`);
  return (
    <>
      <Term name={t('terms.host')}>
        <span className="inline-flex items-center gap-2">
          <ChainDot chain={session.hostBlockchain} />
          {t('terms.hostValue', { name: session.hostUsername, chain })}
        </span>
      </Term>
      {!session.isHostedHere && (
        <>
          <Term name={t('hosted.server')}>
            <bdi className="[overflow-wrap:anywhere]">{serverOf(session) ?? t('hosted.serverUnknown')}</bdi>
          </Term>
          {session.entryFeeSun === 0 && <Term name={t('terms.shares')}>{shares(session.revenueDistribution)}</Term>}
          <Term name={t('hosted.fees')}>{t('hosted.handled', { host: serverOf(session) ?? chain })}</Term>
        </>
      )}
    </>
  );
}

/** The name of the server that runs a session; null when its host does not say. */
const serverOf = ({ hostUrl }: Session): string | null => URL.parse(hostUrl ?? '')?.host ?? null;
