import { soundSettings, type SoundSettings } from '@popfray/react';
import { useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { changeSettings, DEFAULT_SETTINGS, settings, type Settings } from '../../data/settings/settings.ts';

/** Appearance and sound settings at one time. */
interface SettingsSnapshot {
  readonly look: Settings;
  readonly sound: SoundSettings;
}

/** Button that resets all settings except the language, and then undoes the reset. */
export function ResetSettings(): ReactElement {
  const t = useTranslations('settings.reset');
  const now: SettingsSnapshot = { look: useStore(settings), sound: useStore(soundSettings) };
  const [done, setDone] = useState<{ readonly before: SettingsSnapshot; readonly after: SettingsSnapshot } | null>(
    null,
  );
  const [isUndone, setUndone] = useState(false);
  // After a later change the undo would lose it: the button resets again instead.
  const undoable = done !== null && done.after.look === now.look && done.after.sound === now.sound ? done : null;

  const reset = (): void => {
    changeSettings(DEFAULT_SETTINGS);
    soundSettings.getState().reset();
    setDone({ before: now, after: { look: settings.getState(), sound: soundSettings.getState() } });
    setUndone(false);
  };
  const undo = ({ before }: { readonly before: SettingsSnapshot }): void => {
    changeSettings(before.look);
    const { setMuted, setVolume } = soundSettings.getState();
    setMuted(before.sound.muted);
    setVolume(before.sound.volume);
    setDone(null);
    setUndone(true);
  };

  // One button for both actions, so that it keeps the keyboard focus.
  return (
    <div className="mt-8 flex flex-wrap items-center gap-x-4 gap-y-2">
      <button
        type="button"
        className="action action-quiet"
        onClick={() => (undoable === null ? reset() : undo(undoable))}
      >
        {undoable === null ? t('action') : t('undo')}
      </button>
      <p role="status" className="text-sm text-muted">
        {undoable !== null ? t('done') : isUndone ? t('undone') : ''}
      </p>
    </div>
  );
}
