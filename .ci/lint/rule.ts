/** The part of oxlint's plugin interface (ESLint's) that the rules here use. */
export interface Rule {
  readonly meta: { readonly docs: { readonly description: string } };
  create(context: Report): Readonly<Record<string, (node: Node) => void>>;
}

/**
 * A rule that looks at every import and every export from another module. `explain` returns why one is refused, or undefined; `isDynamic` is
 * true for `import()`.
 */
export const importRule = (
  description: string,
  explain: (filename: string, specifier: string, isDynamic: boolean) => string | undefined,
): Rule => ({
  meta: { docs: { description } },
  create(context) {
    const check = ({ type, source }: Node): void => {
      if (typeof source?.value !== 'string') return;
      const message = explain(context.filename, source.value, type === 'ImportExpression');
      if (message !== undefined) context.report({ node: source, message });
    };
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      TSImportType: check,
    };
  },
});

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
