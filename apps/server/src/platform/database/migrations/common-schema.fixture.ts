/** The common form in which the schemas of SQLite and PostgreSQL are compared. */

/** A schema, each list in a fixed order. */
export interface CommonSchema {
  /** By table: `name type NOT NULL DEFAULT value`, in the order of the table. Types are SQLite's; the default of an id is `identity`. */
  readonly columns: Readonly<Record<string, readonly string[]>>;
  /** `table (keys)`, with the kind and the name if it has one. */
  readonly indexes: readonly string[];
  readonly foreignKeys: readonly string[];
  /** `table name BEFORE event`. */
  readonly triggers: readonly string[];
  /** CHECKs, and conditions of partial indexes. */
  readonly conditions: readonly Condition[];
}

/** A condition on the columns of one row. */
export interface Condition {
  /** The table, or the name of the partial index. */
  readonly place: string;
  /** Columns that it reads, sorted, and their SQLite types. */
  readonly columns: readonly string[];
  readonly types: readonly string[];
  /** In the engine's own SQL. */
  readonly expression: string;
}

/** Names, as a list in a text. */
export const list = (values: readonly (string | null)[]): string => values.join(', ');

/** Sorts conditions by place and columns, and leaves those with equal columns in their order. */
export const sortConditions = (conditions: readonly Condition[]): Condition[] => {
  const keyOf = ({ place, columns }: Condition): string => `${place} ${list(columns)}`;
  return conditions.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : Number(keyOf(one) > keyOf(other))));
};

/** A column as text. */
export const column = (name: string, type: string, isRequired: boolean, value: string | null): string =>
  `${name} ${type}${isRequired ? ' NOT NULL' : ''}${value === null ? '' : ` DEFAULT ${value}`}`;

/** An index as text. */
export const index = (kind: string, name: string, table: string, keys: readonly string[], isPartial: boolean): string =>
  `${table} ${kind} ${name} (${list(keys)})${isPartial ? ' partial' : ''}`;
