import { makeTrx, parseTrx } from '@popfray/protocol';
import type { OperatorSetting } from '@popfray/protocol/admin';

/** A value as an operator types it: amounts in TRX, other values as whole numbers. */
export const makeSettingText = ({ unit }: Pick<OperatorSetting, 'unit'>, value: number): string =>
  unit === 'sun' ? makeTrx(value) : String(value);

/** Parses what an operator has typed; null for what is no value of the setting, or outside its bounds. */
export function parseSettingText(
  { unit, min, max }: Pick<OperatorSetting, 'unit' | 'min' | 'max'>,
  text: string,
): number | null {
  const typed = text.trim();
  const whole = /^\d{1,15}$/.test(typed) ? Number(typed) : null;
  const value = unit === 'sun' ? parseTrx(typed) : whole;
  return value !== null && value >= min && value <= max ? value : null;
}
