import { SOUND_KEY, soundSettings } from '@popfray/react';
import { LANGUAGE_KEY, languageHere } from '../messages/language.ts';
import { showLanguage } from '../messages/texts.ts';
import { followMotion, isMotionReduced } from './motion.ts';
import { reloadSettings, settings, SETTINGS_KEY } from './settings.ts';

/** Tells the styles what is in force, from now on, and takes up what other tabs change. Once, before the first picture. */
export function beginSettings(): void {
  mark();
  followMotion(mark);
  addEventListener('storage', ({ key }) => takeUp(key));
}

/** The styles read the settings off the page's root: settings/access.css. */
function mark(): void {
  const { dataset } = document.documentElement;
  dataset['motion'] = isMotionReduced() ? 'reduced' : 'full';
  dataset['targets'] = settings.getState().hasLargeTargets ? 'large' : 'usual';
}

/** Takes up what is kept under a key; null is a storage that was emptied. */
function takeUp(key: string | null): void {
  if (key === SETTINGS_KEY || key === null) reloadSettings();
  if (key === SOUND_KEY || key === null) soundSettings.getState().reload();
  // Without its texts this tab stays in the language that it is in.
  if (key === LANGUAGE_KEY) showLanguage(languageHere()).catch(() => undefined);
}
