import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useStore } from 'zustand';
import { deviceApi } from '../chat/index.ts';
import { LANGUAGE_NAMES, LANGUAGES, PAGE_LANGUAGES } from '../../data/messages/language.ts';
import { texts } from '../../data/messages/texts.ts';
import { SkinChoice, SkinSample } from '../skins/index.ts';
import { InstallSetting } from '../offline/index.ts';
import { PATHS } from '../../data/paths.ts';
import { Screen } from '../../ui/Screen.tsx';
import { Choice, Row, Switch } from './controls.tsx';
import { skinOf } from '../../data/settings/palette.ts';
import { chooseLanguage, languageChoice } from '../../data/settings/language-choice.ts';
import { ResetSettings } from './ResetSettings.tsx';
import { changeSettings, MOTIONS, PALETTES, CLICK_TOLERANCE_PX, settings } from '../../data/settings/settings.ts';
import { SoundSettings } from './SoundSettings.tsx';
import '../../ui/screens.css';

/** All settings of a player. Each change is applied and stored at once. */
export function SettingsScreen(): ReactElement {
  const t = useTranslations('settings');
  return (
    <Screen name={t('title')} className="gutter mx-auto w-full max-w-3xl pt-6 pb-20 md:pt-12">
      <h1 tabIndex={-1} className="text-3xl sm:text-4xl">
        {t('title')}
      </h1>
      <p className="mt-2 text-muted">{t('lead')}</p>
      <div className="settings mt-8">
        <SoundSettings />
        <LanguageSetting />
        <MotionSetting />
        <PaletteSetting />
        <SkinSetting />
        <TargetSetting />
        <TranslationSetting />
        <FrameRateSetting />
        <Lessons />
        <Installing />
      </div>
      <ResetSettings />
    </Screen>
  );
}

function LanguageSetting(): ReactElement {
  const t = useTranslations('settings.language');
  const language = useStore(texts, (state) => state.language);
  const awaited = useStore(languageChoice, (state) => state.awaited);
  return (
    <Row title={t('title')} note={t('note')}>
      <Choice
        legend={t('title')}
        value={awaited ?? language}
        isBusy={awaited !== null}
        options={LANGUAGES.map((known) => ({
          value: known,
          label: LANGUAGE_NAMES[known],
          language: PAGE_LANGUAGES[known],
        }))}
        onChange={(wanted) => void chooseLanguage(wanted)}
      />
      <p role="status" className="sr-only">
        {awaited !== null && t('loading')}
      </p>
    </Row>
  );
}

function MotionSetting(): ReactElement {
  const t = useTranslations('settings.motion');
  const chosen = useStore(settings, ({ motion }) => motion);
  return (
    <Row title={t('title')} note={t('note')}>
      <Choice
        legend={t('title')}
        value={chosen}
        options={MOTIONS.map((motion) => ({ value: motion, label: t(motion) }))}
        onChange={(motion) => changeSettings({ motion })}
      />
    </Row>
  );
}

function PaletteSetting(): ReactElement {
  const t = useTranslations('settings.palette');
  const chosen = useStore(settings, ({ palette }) => palette);
  return (
    <Row title={t('title')} note={t('note')}>
      <Choice
        legend={t('title')}
        value={chosen}
        options={PALETTES.map((palette) => ({ value: palette, label: t(palette) }))}
        onChange={(palette) => changeSettings({ palette })}
      />
      <SkinSample skin={skinOf(chosen)} label={t('sample')} />
    </Row>
  );
}

/** Value of the standard skin in the choice, whose options are texts. */
const STANDARD = 'standard';

function SkinSetting(): ReactElement {
  const t = useTranslations('settings.skin');
  const chosen = useStore(settings, ({ skin }) => skin);
  const palette = useStore(settings, (state) => state.palette);
  return (
    <Row title={t('title')} note={palette === 'distinct' ? t('noteDistinct') : t('note')}>
      <SkinChoice>
        {(options) => (
          <Choice
            legend={t('title')}
            value={chosen ?? STANDARD}
            options={options.map(({ id, name }) => ({ value: id ?? STANDARD, label: name }))}
            onChange={(id) => changeSettings({ skin: id === STANDARD ? null : id })}
          />
        )}
      </SkinChoice>
      <SkinSample skin={skinOf(palette, chosen)} label={t('sample')} />
      <Link href={PATHS.upgrades} className="action action-quiet">
        {t('store')}
      </Link>
    </Row>
  );
}

function TargetSetting(): ReactElement {
  const t = useTranslations('settings.targets');
  const isOn = useStore(settings, ({ hasLargeTargets }) => hasLargeTargets);
  return (
    <Row title={t('title')} note={t('note', { px: CLICK_TOLERANCE_PX })}>
      <Switch label={t('title')} isOn={isOn} onSwitch={(hasLargeTargets) => changeSettings({ hasLargeTargets })} />
    </Row>
  );
}

/** Shown only in a browser with a built-in translator. */
function TranslationSetting(): ReactElement | null {
  const t = useTranslations('settings.translation');
  const isOn = useStore(settings, ({ deviceTranslation }) => deviceTranslation !== 'off');
  if (deviceApi() === null) return null;
  return (
    <Row title={t('title')} note={t('note')}>
      <Switch
        label={t('title')}
        isOn={isOn}
        onSwitch={(isWanted) => changeSettings({ deviceTranslation: isWanted ? 'on' : 'off' })}
      />
    </Row>
  );
}

function FrameRateSetting(): ReactElement {
  const t = useTranslations('settings.frameRate');
  const isOn = useStore(settings, ({ showsFrameRate }) => showsFrameRate);
  return (
    <Row title={t('title')} note={t('note')}>
      <Switch label={t('title')} isOn={isOn} onSwitch={(showsFrameRate) => changeSettings({ showsFrameRate })} />
    </Row>
  );
}

/** Starts the tutorial of the first round again. */
function Lessons(): ReactElement {
  const t = useTranslations('settings.lessons');
  return (
    <Row title={t('title')} note={t('note')}>
      <Link href={`${PATHS.freePlay}?tutorial`} className="action action-quiet">
        {t('freePlay')}
      </Link>
      <Link href={`${PATHS.arena}?tutorial`} className="action action-quiet">
        {t('arena')}
      </Link>
    </Row>
  );
}

function Installing(): ReactElement {
  const t = useTranslations('install');
  return (
    <Row title={t('title')}>
      <InstallSetting />
    </Row>
  );
}
