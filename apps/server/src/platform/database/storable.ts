const hasNul = (value: unknown): boolean => typeof value === 'string' && value.includes('\0');

/**
 * The parameters of a query as both systems can store them. PostgreSQL refuses the character NUL in a text, so it is replaced with U+FFFD, as both
 * drivers do with half of a surrogate pair. A text from a client is then found and stored on one system as on the other.
 */
export function makeStorable(parameters: readonly unknown[]): readonly unknown[] {
  if (!parameters.some(hasNul)) return parameters;
  return parameters.map((value) => (typeof value === 'string' ? value.replaceAll('\0', '\u{fffd}') : value));
}
