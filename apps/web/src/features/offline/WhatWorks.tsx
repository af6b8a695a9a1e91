import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { PATHS } from '../../data/paths.ts';

/** Features that need no server, the most wanted first. */
const WORKING = [
  ['freePlay', PATHS.freePlay],
  ['arena', PATHS.arena],
  ['daily', PATHS.daily],
  ['replay', PATHS.replay],
] as const;

/** List of what works while the server cannot be reached. */
export function WhatWorks(): ReactElement {
  const t = useTranslations('offline');
  return (
    <div className="mt-6 w-full text-left">
      <h2 className="text-base">{t('works')}</h2>
      <ul className="mt-3 flex flex-col">
        {WORKING.map(([name, path]) => (
          <li key={name} className="border-t border-line/60 py-3">
            <Link href={path} className="inline-flex min-h-8 items-center font-semibold underline underline-offset-4">
              {t(name)}
            </Link>
            <p className="text-sm text-muted">{t(`${name}Text`)}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}
