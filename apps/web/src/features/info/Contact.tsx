import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactElement } from 'react';
import { useFormatter, useLocale, useTranslations } from 'use-intl';
import { serverNow } from '../../data/api/server-clock.ts';
import { PATHS } from '../../data/paths.ts';
import { CopyAction } from './CopyAction.tsx';
import { SUPPORT, supportWeek } from './hours.ts';
import { InfoPage, Section, SeeAlso } from './InfoPage.tsx';
import { mailTo } from './links.ts';
import { Note } from './Note.tsx';
import { Report } from './Report.tsx';
import { aboutQuery } from './server.ts';
import { openPageWallet, type OpenWallet } from './use-diagnosis.ts';
import { BULLETS } from './looks.ts';
import { Badge } from '../../ui/Badge.tsx';
import { InBrowser } from '../../ui/InBrowser.tsx';

/** How and when to reach support, and what to send. */
export function Contact({ openWallet = openPageWallet }: { readonly openWallet?: OpenWallet }): ReactElement {
  const t = useTranslations('contact');
  const link = useTranslations('info.link');
  return (
    <InfoPage screen={t('screen')} title={t('title')} lead={t('lead')}>
      <Section id="email" title={t('mail.title')}>
        <Mail />
        <p className="text-muted">{t('mail.reply', { hours: SUPPORT.replyHours })}</p>
      </Section>
      <Section id="hours" title={t('hours.title')}>
        <InBrowser className="min-h-27">
          <Hours />
        </InBrowser>
      </Section>
      <Section id="languages" title={t('languages.title')}>
        <p>{t('languages.text')}</p>
      </Section>
      <Section id="what-to-write" title={t('tell.title')}>
        <ul className={BULLETS}>
          <li>{t('tell.first')}</li>
          <li>{t('tell.second')}</li>
          <li>{t('tell.third')}</li>
          <li>{t('tell.fourth')}</li>
          <li>{t('tell.fifth')}</li>
        </ul>
        <Note kind="bad">
          <p>{t('tell.never')}</p>
        </Note>
      </Section>
      <Section id="report" title={t('report.title')}>
        <p>{t('report.text')}</p>
        <InBrowser className="min-h-104">
          <Report openWallet={openWallet} />
        </InBrowser>
      </Section>
      <SeeAlso
        links={[
          [link('faq'), PATHS.faq],
          [link('troubleshooting'), PATHS.walletTroubleshooting],
          [link('profile'), PATHS.profile],
        ]}
      />
    </InfoPage>
  );
}

function Mail(): ReactElement {
  const t = useTranslations('contact.mail');
  const { data, isError, refetch, isFetching } = useQuery(aboutQuery);
  if (isError)
    return (
      <div role="status" className="flex flex-wrap items-center gap-3">
        <p>{t('failed')}</p>
        <button type="button" disabled={isFetching} className="action action-quiet" onClick={() => void refetch()}>
          {t('retry')}
        </button>
      </div>
    );
  // As high as the address and its buttons, so that what follows does not move.
  if (data === undefined)
    return (
      <p role="status" className="min-h-21.5">
        {t('loading')}
      </p>
    );
  const { supportEmail } = data;
  return (
    <>
      <p className="font-display text-lg font-bold wrap-anywhere md:text-2xl">{supportEmail}</p>
      <p className="flex flex-wrap gap-3">
        <a href={mailTo(supportEmail, t('subject'))} className="action action-primary">
          {t('write')}
        </a>
        <CopyAction text={supportEmail} name={t('copy')} />
      </p>
    </>
  );
}

/** Update interval of the opening hours, ms. */
const UPDATE_MS = 30_000;

function Hours(): ReactElement {
  const t = useTranslations('contact.hours');
  const locale = useLocale();
  const format = useFormatter();
  const [nowMs, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), UPDATE_MS);
    return () => clearInterval(timer);
  }, []);
  const week = supportWeek(nowMs);
  const time = { hour: 'numeric', minute: '2-digit' } as const;
  const utc = (ms: number): string => format.dateTime(ms, { ...time, timeZone: 'UTC' });
  const day = (ms: number): string => format.dateTime(ms, { weekday: 'long' });
  const times = format.dateTimeRange(week.firstFromMs, week.firstToMs, { ...time, timeZoneName: 'short' });
  const changes = format.dateTime(week.changesAtMs, { weekday: 'long', ...time });
  const nextOpening = {
    day: format.dateTime(week.changesAtMs, { weekday: locale === 'zh' ? 'short' : 'long' }),
    time: format.dateTime(week.changesAtMs, time),
  };
  return (
    <>
      <p>
        <Badge tone={week.isOpen ? 'good' : 'muted'}>
          {week.isOpen ? t('open', { time: changes }) : t('closed', nextOpening)}
        </Badge>
      </p>
      <p>{t('utc', { from: utc(week.firstFromMs), to: utc(week.firstToMs) })}</p>
      <p>{t('local', { firstDay: day(week.firstFromMs), lastDay: day(week.lastFromMs), times })}</p>
    </>
  );
}
