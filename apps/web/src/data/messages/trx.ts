import { makeTrx } from '@popfray/protocol';
import { useMemo } from 'react';
import { useLocale } from 'use-intl';

/** Formats amounts in sun as TRX. */
export interface TrxFormat {
  /** Exact, to the sun: `1,234.5`. Without a sign. */
  readonly exact: (amountSun: number) => string;
  /** With two decimals, rounded down, so that no more is shown than exists. SPEC section 2, Game Complete. */
  readonly short: (amountSun: number) => string;
}

/** Amount formatters for the reader's language. */
export function useTrx(): TrxFormat {
  const locale = useLocale();
  return useMemo(() => {
    const exact = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 });
    const short = new Intl.NumberFormat(locale, {
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
      roundingMode: 'trunc',
    });
    // Formatted from decimal text: a float could not hold every amount.
    const text = (amountSun: number) => makeTrx(Math.abs(amountSun)) as `${number}`;
    return {
      exact: (amountSun) => exact.format(text(amountSun)),
      short: (amountSun) => short.format(text(amountSun)),
    };
  }, [locale]);
}
