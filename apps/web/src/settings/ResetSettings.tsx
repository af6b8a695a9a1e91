import { soundSettings, type SoundSettings } from '@popfray/react';
import { useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { changeSettings, DEFAULT_SETTINGS, settings, type Settings } from './settings.ts';

/** Look and sound at one moment. */
interface State {
  readonly look: Settings;
  readonly sound: SoundSettings;
}

/** Puts everything but the language back to how it was at first, and back again on second thoughts. */
export function ResetSettings(): ReactElement {
  const t = useTranslations('settings.reset');
  const now: State = { look: useStore(settings), sound: useStore(soundSettings) };
  const [done, setDone] = useState<{ readonly before: State; readonly after: State } | null>(null);
  const [isUndone, setUndone] = useState(false);
  // What has been set since is not to be lost: then there is only another reset.
  const undoable = done !== null && done.after.look === now.look && done.after.sound === now.sound ? done : null;

  const reset = (): void => {
    changeSettings(DEFAULT_SETTINGS);
    soundSettings.getState().reset();
    setDone({ before: now, after: { look: settings.getState(), sound: soundSettings.getState() } });
    setUndone(false);
  };
  const undo = ({ before }: { readonly before: State }): void => {
    changeSettings(before.look);
    const { setMuted, setVolume } = soundSettings.getState();
    setMuted(before.sound.muted);
    setVolume(before.sound.volume);
    setDone(null);
    setUndone(true);
  };

  // One button in one place, so that the keyboard stays on it.
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
