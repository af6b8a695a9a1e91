import type { AdminSystem } from '@popfray/protocol/admin';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { QueryResult } from './QueryResult.tsx';
import { Section } from './Section.tsx';
import { systemQuery } from './queries.ts';
import { useUptime } from './uptime.ts';
import { useTimeFormat } from './Timestamp.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';

/** Bytes per MB. */
const MEGABYTE = 1_000_000;

/** Operational figures of the server. */
export function System(): ReactElement {
  const t = useTranslations('desk.system');
  const system = useQuery(systemQuery);
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-3">
      <Section title={t('server')}>
        <QueryResult query={system}>{(now) => <ServerFacts now={now} />}</QueryResult>
      </Section>
      <Section title={t('requests')}>
        <QueryResult query={system}>{(now) => <RequestFacts now={now} />}</QueryResult>
      </Section>
      <Section title={t('storage')}>
        <QueryResult query={system}>{(now) => <StorageFacts now={now} />}</QueryResult>
      </Section>
    </div>
  );
}

function ServerFacts({ now }: { readonly now: AdminSystem }): ReactElement {
  const t = useTranslations('desk.system');
  const format = useFormatter();
  const writeUptime = useUptime();
  return (
    <Facts look="edges">
      <Fact name={t('uptime')}>{writeUptime(now.serverUptime)}</Fact>
      <Fact name={t('sockets')}>{format.number(now.activeWebSockets)}</Fact>
      <Fact name={t('connections')}>{format.number(now.dbConnections)}</Fact>
      <Fact name={t('droppedLogLines')} className={now.droppedLogLines > 0 ? 'text-caution' : ''}>
        {format.number(now.droppedLogLines)}
      </Fact>
      <Fact name={t('clockLeaps')} className={now.clockLeaps > 0 ? 'text-caution' : ''}>
        {format.number(now.clockLeaps)}
      </Fact>
      <Fact name={t('databaseRetries')}>{format.number(now.databaseRetries)}</Fact>
    </Facts>
  );
}

function RequestFacts({ now }: { readonly now: AdminSystem }): ReactElement {
  const t = useTranslations('desk.system');
  const format = useFormatter();
  const write = useTimeFormat();
  const ms = (value: number): string => t('ms', { ms: format.number(value, { maximumFractionDigits: 2 }) });
  return (
    <Facts look="edges">
      <Fact name={t('errorRate')} className={now.errorRate > 0 ? 'text-caution' : ''}>
        {t('percent', { percent: format.number(now.errorRate, { maximumFractionDigits: 2 }) })}
      </Fact>
      <Fact name={t('median')}>{ms(now.responseTime)}</Fact>
      <Fact name={t('p95')}>{ms(now.responseTime95)}</Fact>
      <Fact name={t('p99')}>{ms(now.responseTime99)}</Fact>
      <Fact name={t('sample')}>
        {now.since === null
          ? t('sampleValue', { count: now.requests })
          : t('sampleSince', { count: now.requests, time: write(now.since) })}
      </Fact>
    </Facts>
  );
}

function StorageFacts({ now }: { readonly now: AdminSystem }): ReactElement {
  const t = useTranslations('desk.system');
  const format = useFormatter();
  const megabytes = (bytes: number): string =>
    t('megabytes', { mb: format.number(bytes / MEGABYTE, { maximumFractionDigits: 1 }) });
  // Two providers may have the same host, but their order never changes.
  const providers = now.nodeProviders.map((provider, index) => ({ id: index, provider }));
  return (
    <Facts look="edges">
      <Fact name={t('chain')} className={now.chain === 'ok' ? 'text-good' : 'text-tron'}>
        {t(`chainStatus.${now.chain}`)}
      </Fact>
      {now.nodeProviders.length === 0 ? (
        <Fact name={t('providers')}>{t('oneProvider')}</Fact>
      ) : (
        providers.map(({ id, provider }) => <ProviderFact key={id} provider={provider} />)
      )}
      {now.redis !== 'unused' && (
        <Fact name={t('redis')} className={now.redis === 'ok' ? 'text-good' : 'text-caution'}>
          {t(`redisStatus.${now.redis}`)}
        </Fact>
      )}
      <Fact name={t('bridge')} className={now.isBridgeActive ? 'text-good' : 'text-caution'}>
        {now.isBridgeActive ? t('bridgeOn') : t('bridgeOff')}
      </Fact>
      <Fact name={t('database')}>{megabytes(now.databaseBytes)}</Fact>
      <Fact name={t('memory')}>{megabytes(now.memoryBytes)}</Fact>
    </Facts>
  );
}

/** A provider of nodes, and whether it is asked now. */
function ProviderFact({ provider }: { readonly provider: AdminSystem['nodeProviders'][number] }): ReactElement {
  const t = useTranslations('desk.system');
  const write = useTimeFormat();
  const { host, state, code, retryAt } = provider;
  const look = state === 'ok' ? 'text-good' : state === 'unchecked' ? '' : 'text-caution';
  return (
    <Fact name={t('provider', { host })} className={look}>
      {state === 'resting'
        ? t(retryAt === null ? 'providerFailed' : 'providerResting', {
            code: code ?? '',
            time: retryAt === null ? '' : write(retryAt),
          })
        : t(`providerState.${state}`)}
    </Fact>
  );
}
