import type { Session } from '@popfray/protocol';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { ChainDot } from '../../ui/ChainDot.tsx';
import { useShares } from './Terms.tsx';
import { Fact } from '../../ui/Facts.tsx';
import '../../ui/screens.css';

/** The host of a session as a term. For another platform: its server, its distribution of the pool, and its liability for fees. */
export function HostTerms({ session }: { readonly session: Session }): ReactElement {
  const t = useTranslations('sessions');
  const shares = useShares();
  const chain = useTranslations('chains')(session.hostBlockchain);
  return (
    <>
      <Fact name={t('terms.host')}>
        <span className="inline-flex items-center gap-2">
          <ChainDot chain={session.hostBlockchain} />
          {t('terms.hostValue', { name: session.hostUsername, chain })}
        </span>
      </Fact>
      {!session.isHostedHere && (
        <>
          <Fact name={t('hosted.server')}>
            <bdi className="[overflow-wrap:anywhere]">{serverOf(session) ?? t('hosted.serverUnknown')}</bdi>
          </Fact>
          {session.entryFeeSun === 0 && <Fact name={t('terms.shares')}>{shares(session.revenueDistribution)}</Fact>}
          <Fact name={t('hosted.fees')}>{t('hosted.handled', { host: serverOf(session) ?? chain })}</Fact>
        </>
      )}
    </>
  );
}

/** Name of the server that hosts a session; null when it is unknown. */
const serverOf = ({ hostUrl }: Session): string | null => URL.parse(hostUrl ?? '')?.host ?? null;
