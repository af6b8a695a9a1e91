import type { OperatorSetting } from '@popfray/protocol/admin';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { formatTrx } from './amount.ts';

/** Formats values of settings with their unit. */
export function useSettingFormat(): (setting: Pick<OperatorSetting, 'unit'>, value: number) => string {
  const t = useTranslations('desk');
  return ({ unit }, value) =>
    unit === 'sun' ? t('trx', { amount: formatTrx(value) }) : t(`settings.unit.${unit}`, { value });
}

/** A value of a setting with its unit. */
export function SettingValue({
  setting,
  value,
}: {
  readonly setting: Pick<OperatorSetting, 'unit'>;
  readonly value: number;
}): ReactElement {
  const format = useSettingFormat();
  return <span className="whitespace-nowrap tabular-nums">{format(setting, value)}</span>;
}
