import { ADMIN_CALLS, type OperatorSetting } from '@popfray/protocol/admin';
import { useId, useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { ConfirmActionDialog } from './ConfirmActionDialog.tsx';
import { callDeskApi } from './call-desk-api.ts';
import { useSettingFormat } from './SettingValue.tsx';
import { makeSettingText, parseSettingText } from './setting-value.ts';

/** Asks for a new value of a setting and for the reason. The default is restored by typing it, or by its button. */
export function SettingDialog({
  setting,
  onClose,
}: {
  readonly setting: OperatorSetting;
  readonly onClose: () => void;
}): ReactElement {
  const t = useTranslations('desk.settings');
  const format = useSettingFormat();
  const id = useId();
  const [text, setText] = useState(makeSettingText(setting, setting.value));
  const [isWrong, setWrong] = useState(false);
  const { name, unit, defaultValue, value } = setting;
  const [min, max] = [makeSettingText(setting, setting.min), makeSettingText(setting, setting.max)];

  const change = async (reason: string): Promise<unknown> => {
    const parsed = parseSettingText(setting, text);
    const body = { name, value: parsed === defaultValue ? null : parsed, reason };
    return callDeskApi(ADMIN_CALLS.changeSetting, { body });
  };
  const check = (): boolean => {
    const isRight = parseSettingText(setting, text) !== null;
    setWrong(!isRight);
    return isRight;
  };

  return (
    <ConfirmActionDialog
      title={t('title', { name: t(`names.${name}`) })}
      confirm={t('confirm')}
      done={t('done')}
      check={check}
      act={change}
      onClose={onClose}
    >
      <p>{t(`notes.${name}`)}</p>
      <div>
        <label htmlFor={id} className="block text-sm font-semibold text-text">
          {t(`amount.${unit}`)}
        </label>
        <div className="mt-1 flex gap-2">
          <input
            id={id}
            value={text}
            inputMode="decimal"
            autoComplete="off"
            aria-invalid={isWrong}
            aria-describedby={`${id}-note`}
            className="entry min-w-0 flex-1 tabular-nums"
            onChange={(event) => {
              setText(event.currentTarget.value);
              setWrong(false);
            }}
          />
          <button
            type="button"
            className="action action-quiet"
            onClick={() => {
              setText(makeSettingText(setting, defaultValue));
              setWrong(false);
            }}
          >
            {t('reset')}
          </button>
        </div>
        <p id={`${id}-note`} role={isWrong ? 'alert' : undefined} className="mt-1 text-sm">
          {isWrong ? (
            <span className="text-caution">{t(`wrong.${unit}`, { min, max })}</span>
          ) : (
            t('bounds', { min, max, standard: format(setting, defaultValue), value: format(setting, value) })
          )}
        </p>
      </div>
    </ConfirmActionDialog>
  );
}
