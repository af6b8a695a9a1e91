import {
  LIMIT_RAISE_MS,
  MAX_BREAK_DAYS,
  MIN_EXCLUSION_MONTHS,
  MINIMUM_AGE,
  REALITY_CHECK_MS,
  type Protection,
} from '@popfray/protocol';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useAccount } from '../../data/account/account.ts';
import { Queries } from '../../data/api/Queries.tsx';
import { PATHS } from '../../data/paths.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { QueryFailed } from '../../ui/QueryState.tsx';
import { WalletAction } from '../wallet/index.ts';
import { BreakForm, ExclusionForm } from './PauseForms.tsx';
import { Limits } from './Limits.tsx';
import { protectionQuery } from './protection.ts';
import { useResult } from './result.ts';
import '../../ui/screens.css';

const HOUR_MS = 3_600_000;
const DAYS_A_WEEK = 7;

/** Help for people who gamble too much, in many languages. */
const HELP_URL = 'https://www.gamblingtherapy.org/';

/** Explains how players protect themselves, and has the forms for it. Visitors see the explanations. */
export function PlayResponsibly(): ReactElement {
  const t = useTranslations('protection');
  const address = useAccount(({ player }) => player?.address);
  return (
    <Screen name={t('title')} className="gutter mx-auto w-full max-w-3xl pt-6 pb-20 md:pt-12">
      <h1 tabIndex={-1} className="text-3xl sm:text-4xl">
        {t('title')}
      </h1>
      <p className="mt-2 text-muted">{t('lead')}</p>
      <Queries>
        {address === undefined ? (
          <>
            <div className="mt-6 rounded-3xl bg-surface p-6">
              <p>{t('visitor')}</p>
              <WalletAction className="action action-primary mt-4" />
            </div>
            <Explanations />
          </>
        ) : (
          <OwnProtection address={address} />
        )}
      </Queries>
    </Screen>
  );
}

function OwnProtection({ address }: { readonly address: string }): ReactElement {
  const t = useTranslations('protection');
  const state = useQuery(protectionQuery(address));
  return (
    <>
      {/* What follows the player's own state is shown with it, so that it does not move. */}
      {state.isPending && (
        <p role="status" className="mt-8 text-muted">
          {t('loading')}
        </p>
      )}
      <QueryFailed query={state} className="mt-4" />
      {state.data !== undefined && (
        <>
          <Status state={state.data} />
          <Limits address={address} state={state.data} />
          <Part title={t('break.title')} text={t('break.text', { weeks: MAX_BREAK_DAYS / DAYS_A_WEEK })}>
            <BreakForm address={address} until={state.data.breakUntil} />
          </Part>
          <Part title={t('exclusion.title')} text={t('exclusion.text', { months: MIN_EXCLUSION_MONTHS })}>
            <ExclusionForm address={address} until={state.data.excludedUntil} />
          </Part>
        </>
      )}
      {!state.isPending && (
        <>
          <Part title={t('statement.title')} text={t('statement.text')}>
            <Link href={PATHS.statement} className="action action-quiet mt-4">
              <Icon name="calendar" />
              {t('statement.open')}
            </Link>
          </Part>
          <Part title={t('checks.title')}>
            <Checks />
          </Part>
          <Help />
        </>
      )}
    </>
  );
}

/** What is in force now, with its times. */
function Status({ state }: { readonly state: Protection }): ReactElement {
  const t = useTranslations('protection.status');
  const format = useFormatter();
  const result = useResult();
  const time = (ms: number): string => format.dateTime(new Date(ms), { dateStyle: 'long', timeStyle: 'short' });
  const { excludedUntil, breakUntil, ageConfirmedAt, play } = state;
  const refusals = [
    ...(state.isPaidPlayOn ? [] : [t('off')]),
    ...(state.isCountryRefused ? [t('country')] : []),
    ...(excludedUntil === null ? [] : [t('excluded', { time: time(excludedUntil) })]),
    ...(breakUntil === null ? [] : [t('break', { time: time(breakUntil) })]),
  ];
  return (
    <section aria-labelledby="protection-status" className="mt-6 rounded-3xl bg-surface p-6">
      <h2 id="protection-status" className="text-lg">
        {t('title')}
      </h2>
      <ul className="mt-3 flex flex-col gap-2">
        {refusals.map((text) => (
          <li key={text} className="flex items-start gap-3">
            <Icon name="alert" className="mt-0.5 size-5 shrink-0 text-caution" />
            <span>{text}</span>
          </li>
        ))}
        {refusals.length === 0 && (
          <li className="flex items-start gap-3">
            <Icon name="check" className="mt-0.5 size-5 shrink-0 text-good" />
            <span>{t('open')}</span>
          </li>
        )}
        {refusals.length > 0 && <li className="text-muted">{t('money')}</li>}
        <li className="text-muted">
          {ageConfirmedAt === null
            ? t('ageOpen', { age: MINIMUM_AGE })
            : t('ageConfirmed', { age: MINIMUM_AGE, time: time(ageConfirmedAt) })}
        </li>
        {play !== null && (
          <li className="text-muted">{t('play', { time: time(play.since), result: result(play.netSun) })}</li>
        )}
      </ul>
    </section>
  );
}

/** A titled part of the page. */
export function Part({
  title,
  text,
  children,
}: {
  readonly title: string;
  readonly text?: string;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <section className="mt-8 border-t border-line pt-6">
      <h2 className="text-xl">{title}</h2>
      {text !== undefined && <p className="mt-2 text-muted">{text}</p>}
      {children}
    </section>
  );
}

/** What each protection does, for visitors. */
function Explanations(): ReactElement {
  const t = useTranslations('protection');
  return (
    <>
      <Part title={t('limits.title')} text={t('limits.text', { hours: LIMIT_RAISE_MS / HOUR_MS })}>
        {null}
      </Part>
      <Part title={t('break.title')} text={t('break.text', { weeks: MAX_BREAK_DAYS / DAYS_A_WEEK })}>
        {null}
      </Part>
      <Part title={t('exclusion.title')} text={t('exclusion.text', { months: MIN_EXCLUSION_MONTHS })}>
        {null}
      </Part>
      <Part title={t('statement.title')} text={t('statement.text')}>
        {null}
      </Part>
      <Part title={t('checks.title')}>
        <Checks />
      </Part>
      <Help />
    </>
  );
}

function Checks(): ReactElement {
  const t = useTranslations('protection.checks');
  return (
    <ul className="mt-2 flex list-disc flex-col gap-2 pl-5 text-muted">
      <li>{t('age', { age: MINIMUM_AGE })}</li>
      <li>{t('reality', { minutes: REALITY_CHECK_MS / 60_000 })}</li>
      <li>{t('money')}</li>
      <li>{t('deletion')}</li>
    </ul>
  );
}

function Help(): ReactElement {
  const t = useTranslations('protection.help');
  return (
    <Part title={t('title')} text={t('text')}>
      <div className="mt-4 flex flex-wrap gap-2">
        <a href={HELP_URL} target="_blank" rel="noopener noreferrer" className="action action-quiet">
          <Icon name="out" />
          {t('link')}
        </a>
        <Link href={PATHS.contact} className="action action-quiet">
          {t('contact')}
        </Link>
      </div>
    </Part>
  );
}
