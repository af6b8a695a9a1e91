import { soundSettings } from '@popfray/react';
import type { CSSProperties, ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { Icon } from '../ui/Icon.tsx';

/** Volume after unmuting when the slider is at 0. */
const AUDIBLE_VOLUME = 0.7;

/** Mute button and volume slider. A volume of 0 counts as muted: one click ends it. */
export function SoundControl(): ReactElement {
  const t = useTranslations('sound');
  const isMuted = useStore(soundSettings, (settings) => settings.muted);
  const volume = useStore(soundSettings, (settings) => settings.volume);
  const setMuted = useStore(soundSettings, (settings) => settings.setMuted);
  const setVolume = useStore(soundSettings, (settings) => settings.setVolume);
  const effectiveVolume = isMuted ? 0 : volume;
  const isSilent = effectiveVolume === 0;
  const filled: CSSProperties & Record<'--filled', string> = { '--filled': `${String(effectiveVolume * 100)}%` };
  return (
    <div role="group" aria-label={t('label')} className="flex items-center gap-1">
      <button
        type="button"
        className="action action-bare action-icon"
        aria-label={isSilent ? t('unmute') : t('mute')}
        onClick={() => {
          setMuted(!isSilent);
          if (isSilent && volume === 0) setVolume(AUDIBLE_VOLUME);
        }}
      >
        <Icon name={isSilent ? 'muted' : 'sound'} />
      </button>
      <input
        type="range"
        min={0}
        max={1}
        step={0.05}
        value={effectiveVolume}
        aria-label={t('volume')}
        aria-valuetext={t('percent', { percent: Math.round(effectiveVolume * 100) })}
        style={filled}
        className="slider w-16 max-sm:hidden xl:w-20 xl:max-2xl:hidden"
        onChange={(event) => {
          const wanted = event.currentTarget.valueAsNumber;
          setVolume(wanted);
          if (isMuted && wanted > 0) setMuted(false);
        }}
      />
    </div>
  );
}
