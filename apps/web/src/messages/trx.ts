import { makeTrx } from '@popfray/protocol';
import { useMemo } from 'react';
import { useLocale } from 'use-intl';

/** Writes amounts in sun as TRX for a reader. */
export interface TrxFormat {
  /** Exact, to the sun: `1,234.5`. The sign is left to the text around it. */
  readonly exact: (amountSun: number) => string;
  /** To two decimals, cut off and never rounded up: what is shown is had. SPEC section 2, Game Complete. */
  readonly short: (amountSun: number) => string;
}

/** Amounts as the reader's language writes them. */
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
