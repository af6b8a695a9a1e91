/** A place in a list that is ordered by time and, within one ms, by id. */
export interface Place {
  /** Epoch ms. */
  readonly at: number;
  readonly id: string;
}

/** Where a page ends, as text: what the next one is asked by. */
export const makeCursor = ({ at, id }: Place): string => `${at}:${id}`;

/** Reads what a call's schema has let pass; undefined for the first page. */
export function parseCursor(text: string | undefined): Place | undefined {
  if (text === undefined) return undefined;
  const colon = text.indexOf(':');
  return { at: Number(text.slice(0, colon)), id: text.slice(colon + 1) };
}

/** A page of rows that were asked for with one more, and where the next begins; null when there is none. */
export function cutPage<Row>(
  rows: readonly Row[],
  limit: number,
  placeOf: (row: Row) => Place,
): { readonly page: readonly Row[]; readonly next: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, next: rows.length > limit && last !== undefined ? makeCursor(placeOf(last)) : null };
}
