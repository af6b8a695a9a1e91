import formatCompiled from 'use-intl/format-message/format-only';
import { formatNumber } from './numbers.ts';

type FormatMessage = typeof formatCompiled;
type Formatters = Parameters<FormatMessage>[3]['formatters'];

/** Formatters without a slow start by those they replace. */
const replaced = new WeakMap<Formatters, Formatters>();

/** Formats a compiled text, in place of use-intl's own function. Most numbers need no `Intl.NumberFormat`, which is slow to start: numbers.ts. */
const formatMessage: FormatMessage = (key, message, values, options) =>
  formatCompiled(key, message, values, { ...options, formatters: replace(options.formatters) });
formatMessage.raw = formatCompiled.raw;
export default formatMessage;

function replace(formatters: Formatters): Formatters {
  const known = replaced.get(formatters);
  if (known !== undefined) return known;
  const getNumberFormat: Formatters['getNumberFormat'] = (locale, options) =>
    options === undefined
      ? withQuickNumbers(() => formatters.getNumberFormat(locale))
      : formatters.getNumberFormat(locale, options);
  const created = { ...formatters, getNumberFormat };
  replaced.set(formatters, created);
  return created;
}

/** A number format of which texts use `format` only. */
const withQuickNumbers = (getFormat: () => Intl.NumberFormat): Intl.NumberFormat =>
  ({
    format: (value: number) => formatNumber(value) ?? getFormat().format(value),
  }) as Intl.NumberFormat;
