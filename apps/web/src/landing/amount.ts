/** Decimals of an amount that is not shown to the sun. SPEC section 2: prize pools have two. */
const MOST_DECIMALS = 2;

/** Amounts come as text, exact to the sun. */
const DECIMAL = /^\d{1,15}(?:\.\d{1,9})?$/;

/** Whether a text is an amount: a float could not hold every one. */
export const isAmount = (value: unknown): value is `${number}` => typeof value === 'string' && DECIMAL.test(value);

/** An amount as a reader's language writes it, cut off and never rounded up: what is shown is had. */
export const writeAmount = (locale: string, amount: string, fewestDecimals = 0): string =>
  new Intl.NumberFormat(locale, {
    minimumFractionDigits: fewestDecimals,
    maximumFractionDigits: MOST_DECIMALS,
    roundingMode: 'trunc',
  }).format(isAmount(amount) ? amount : 0);
