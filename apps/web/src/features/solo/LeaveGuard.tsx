import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import * as shell from '../../ui/LeaveGuard.tsx';
import { solo } from './solo.ts';

/** Asks for confirmation before a running paid round is left: it cannot be paused, and continues without its player. */
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
