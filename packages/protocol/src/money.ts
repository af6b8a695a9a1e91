/** Sun in one TRX. SPEC section 9, economy. */
export const SUN_PER_TRX = 1_000_000;

/** Digits of a TRX amount after the point. */
const PLACES = 6;

const TRX = /^(\d{1,10})(?:\.(\d{1,6}))?$/;

/** Reads an amount in TRX, e.g. `12.5`, as sun, exactly; null for anything else: a sign, an exponent, a seventh digit. */
export function parseTrx(text: string): number | null {
  const [, whole, part = ''] = TRX.exec(text.trim()) ?? [];
  if (whole === undefined) return null;
  const sun = Number(whole) * SUN_PER_TRX + Number(part.padEnd(PLACES, '0'));
  return Number.isSafeInteger(sun) ? sun : null;
}

/** Writes sun as TRX in plain decimals, exactly, without needless zeros: `12.5`. `amountSun` is a safe integer. */
export function makeTrx(amountSun: number): string {
  const digits = String(Math.abs(amountSun)).padStart(PLACES + 1, '0');
  const part = digits.slice(-PLACES).replace(/0+$/, '');
  return `${amountSun < 0 ? '-' : ''}${digits.slice(0, -PLACES)}${part === '' ? '' : `.${part}`}`;
}
