import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
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
    <fieldset disabled={isLocked} className="mode-switch">
      <legend className="sr-only">{t('modes')}</legend>
      {ARENA_MODES.map((choice) => (
        <label key={choice}>
          <input
            type="radio"
            name="mode"
            value={choice}
            checked={choice === mode}
            className="sr-only"
            onChange={() => onChange(choice)}
          />
          {t(`mode.${choice}`)}
        </label>
      ))}
    </fieldset>
  );
}
