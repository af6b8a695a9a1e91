/** A place in a list that is ordered by time and, within one ms, by id. */
export interface Place {
  /** Epoch ms. */
  readonly at: number;
  readonly id: string;
}

/** The end of a page as text, with which the next page is requested. */
export const makeCursor = ({ at, id }: Place): string => `${at}:${id}`;

/** Parses a cursor that a call's schema has accepted; undefined for the first page. */
export function parseCursor(text: string | undefined): Place | undefined {
  if (text === undefined) return undefined;
  const colon = text.indexOf(':');
  return { at: Number(text.slice(0, colon)), id: text.slice(colon + 1) };
}

/** Cuts the extra row from a query of `limit + 1` rows. `next` is the cursor of the next page; null for the last page. */
export function cutPage<Row>(
  rows: readonly Row[],
  limit: number,
  placeOf: (row: Row) => Place,
): { readonly page: readonly Row[]; readonly next: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, next: rows.length > limit && last !== undefined ? makeCursor(placeOf(last)) : null };
}
