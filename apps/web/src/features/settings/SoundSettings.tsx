import { soundSettings } from '@popfray/react';
import type { CSSProperties, ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { Row, Switch } from './controls.tsx';

/** Mute switch and volume. Raising the volume from 0 unmutes. */
export function SoundSettings(): ReactElement {
  const t = useTranslations('settings.sound');
  const sound = useTranslations('sound');
  const isMuted = useStore(soundSettings, ({ muted }) => muted);
  const volume = useStore(soundSettings, (settings) => settings.volume);
  const { setMuted, setVolume } = soundSettings.getState();
  const effectiveVolume = isMuted ? 0 : volume;
  const filled: CSSProperties & Record<'--filled', string> = { '--filled': `${String(effectiveVolume * 100)}%` };
  return (
    <Row title={t('title')}>
      <label className="flex min-w-0 flex-1 items-center gap-3">
        <span className="text-sm text-muted">{t('volume')}</span>
        <input
          type="range"
          min={0}
          max={1}
          step={0.05}
          value={effectiveVolume}
          aria-valuetext={sound('percent', { percent: Math.round(effectiveVolume * 100) })}
          style={filled}
          className="slider min-w-0 flex-1"
          onChange={(event) => {
            const wanted = event.currentTarget.valueAsNumber;
            setVolume(wanted);
            if (isMuted && wanted > 0) setMuted(false);
          }}
        />
        <span aria-hidden="true" className="w-12 text-right text-sm tabular-nums">
          {sound('percent', { percent: Math.round(effectiveVolume * 100) })}
        </span>
      </label>
      <Switch label={t('on')} isOn={!isMuted} onSwitch={(isOn) => setMuted(!isOn)} />
    </Row>
  );
}
