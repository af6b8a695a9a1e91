import { SOUND_KEY, soundSettings } from '@popfray/react';
import { LANGUAGE_KEY, detectLanguage } from '../messages/language.ts';
import { loadLanguage } from '../messages/texts.ts';
import { subscribeToMotion, isMotionReduced } from './motion.ts';
import { reloadSettings, settings, SETTINGS_KEY } from './settings.ts';

/** Applies the settings to the page and follows changes of other tabs. Call it once, before the first render. */
export function initSettings(): void {
  applySettings();
  subscribeToMotion(applySettings);
  addEventListener('storage', ({ key }) => reloadKey(key));
}

/** Sets the attributes of `<html>` that settings/access.css reads. */
function applySettings(): void {
  const { dataset } = document.documentElement;
  dataset['motion'] = isMotionReduced() ? 'reduced' : 'full';
  dataset['targets'] = settings.getState().hasLargeTargets ? 'large' : 'usual';
}

/** Reloads the value of a storage key that another tab has changed; null after the storage was cleared. */
function reloadKey(key: string | null): void {
  if (key === SETTINGS_KEY || key === null) reloadSettings();
  if (key === SOUND_KEY || key === null) soundSettings.getState().reload();
  // If the texts cannot be loaded, this tab keeps its language.
  if (key === LANGUAGE_KEY) loadLanguage(detectLanguage()).catch(() => undefined);
}
