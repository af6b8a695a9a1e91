import { ADMIN_CALLS, type OperatorSetting } from '@popfray/protocol/admin';
import { useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { ConfirmActionDialog } from './ConfirmActionDialog.tsx';
import { callDeskApi } from './call-desk-api.ts';
import { useSettingFormat } from './SettingValue.tsx';
import { makeSettingText, parseSettingText } from './setting-value.ts';
import { Button } from '../../ui/Button.tsx';
import { Field, Input } from '../../ui/Field.tsx';

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
  const [text, setText] = useState(makeSettingText(setting, setting.value));
  const [isWrong, setWrong] = useState(false);
  const { name, unit, defaultValue, value } = setting;
  const [min, max] = [makeSettingText(setting, setting.min), makeSettingText(setting, setting.max)];

  const enter = (typed: string): void => {
    setText(typed);
    setWrong(false);
  };
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
      <Field
        label={t(`amount.${unit}`)}
        note={t('bounds', { min, max, standard: format(setting, defaultValue), value: format(setting, value) })}
        error={isWrong && t(`wrong.${unit}`, { min, max })}
      >
        {(control) => (
          <div className="flex gap-2">
            <Input
              {...control}
              value={text}
              inputMode="decimal"
              className="tabular-nums"
              onChange={({ currentTarget }) => enter(currentTarget.value)}
            />
            <Button className="shrink-0" onClick={() => enter(makeSettingText(setting, defaultValue))}>
              {t('reset')}
            </Button>
          </div>
        )}
      </Field>
    </ConfirmActionDialog>
  );
}
