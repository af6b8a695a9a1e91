import type { ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { texts } from '../../data/messages/texts.ts';
import { changeSettings, settings } from '../../data/settings/settings.ts';
import { cancelDownload, deviceModels, downloadModels } from './device-models.ts';
import { useLanguageName } from './language-name.ts';

/** Offers translation on the device where the browser has to download a model, and shows the progress. */
export function DeviceOffer(): ReactElement | null {
  const target = useStore(texts, ({ language }) => language);
  const isDeclined = useStore(settings, ({ deviceTranslation }) => deviceTranslation === 'off');
  const { wanted, progress, hasFailed } = useStore(deviceModels);
  const sources = wanted.filter(({ targetLanguage }) => targetLanguage === target);
  if (isDeclined || (sources.length === 0 && progress === null)) return null;
  if (progress !== null) return <Download progress={progress} />;
  return <Offer sources={sources.map(({ sourceLanguage }) => sourceLanguage)} target={target} hasFailed={hasFailed} />;
}

function Offer({
  sources,
  target,
  hasFailed,
}: {
  readonly sources: readonly string[];
  readonly target: string;
  readonly hasFailed: boolean;
}): ReactElement {
  const t = useTranslations('chat.device');
  const format = useFormatter();
  const languageName = useLanguageName();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-y border-line/70 px-5 py-3 text-[0.875rem] text-muted">
      <p role="status" className={`min-w-0 flex-[1_1_14rem] ${hasFailed ? 'text-caution' : ''}`}>
        {hasFailed ? t('failed') : t('offer', { languages: format.list(sources.map(languageName)) })}
      </p>
      <div className="flex flex-wrap gap-2">
        <button type="button" className="action action-quiet text-sm" onClick={() => void downloadModels(target)}>
          {hasFailed ? t('retry') : t('accept')}
        </button>
        <button
          type="button"
          className="action action-bare text-sm"
          onClick={() => changeSettings({ deviceTranslation: 'off' })}
        >
          {t('decline')}
        </button>
      </div>
    </div>
  );
}

function Download({ progress }: { readonly progress: number }): ReactElement {
  const t = useTranslations('chat.device');
  const format = useFormatter();
  const label = t(progress < 1 ? 'loading' : 'preparing');
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-y border-line/70 px-5 py-3 text-[0.875rem] text-muted">
      <div className="min-w-0 flex-[1_1_14rem]">
        <p className="flex justify-between gap-3">
          <span role="status">{label}</span>
          <span className="tabular-nums">{format.number(progress, { style: 'percent' })}</span>
        </p>
        <progress
          aria-label={label}
          max={1}
          value={progress}
          className="mt-2 block h-1.5 w-full appearance-none overflow-hidden rounded-full border-0 bg-line [&::-moz-progress-bar]:rounded-full [&::-moz-progress-bar]:bg-chain [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:bg-chain"
        />
      </div>
      <button type="button" className="action action-bare text-sm" onClick={cancelDownload}>
        {t('cancel')}
      </button>
    </div>
  );
}
