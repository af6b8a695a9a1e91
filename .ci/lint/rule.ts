/** The part of oxlint's plugin interface (ESLint's) that the rules here use. */
export interface Rule {
  readonly meta: { readonly docs: { readonly description: string } };
  create(context: Report): Readonly<Record<string, (node: Node) => void>>;
}

/** Where a rule says what it found, and in which file. */
export interface Report {
  readonly filename: string;
  report(found: { readonly node: Node; readonly message: string }): void;
}

/** A node of the syntax tree (ESTree). Only the fields that the rules here read. */
export interface Node {
  readonly type: string;
  readonly parent?: Node;
  readonly name?: string;
  readonly operator?: string;
  readonly computed?: boolean;
  readonly value?: unknown;
  readonly object?: Node;
  readonly property?: Node;
  readonly source?: Node | null;
}
