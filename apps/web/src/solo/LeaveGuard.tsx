import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import * as shell from '../shell/LeaveGuard.tsx';
import { solo } from './solo.ts';

/** Asks before a running paid round is left. A round that is kept survives the page; one that runs does not. */
export function LeaveGuard(): ReactElement {
  const t = useTranslations('solo');
  const isPlaying = useStore(solo, (state) => state.step === 'playing');
  return (
    <shell.LeaveGuard
      isOn={isPlaying}
      words={{ title: t('leaveTitle'), text: t('leaveText'), stay: t('stay'), leave: t('leave') }}
    />
  );
}
