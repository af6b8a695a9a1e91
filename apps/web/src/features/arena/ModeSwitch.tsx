import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Segmented } from '../../ui/Segmented.tsx';
import { ARENA_MODES, type ArenaMode } from './mode.ts';

/** Choice of the arena's mode. Disabled while a round is running. */
export function ModeSwitch({
  mode,
  isLocked,
  onChange,
}: {
  readonly mode: ArenaMode;
  readonly isLocked: boolean;
  readonly onChange: (mode: ArenaMode) => void;
}): ReactElement {
  const t = useTranslations('arena');
  return (
    <Segmented
      layout="bar"
      legend={t('modes')}
      value={mode}
      options={ARENA_MODES.map((value) => ({ value, label: t(`mode.${value}`) }))}
      isDisabled={isLocked}
      onChange={onChange}
    />
  );
}
