/**
 * Loaded into a program by `node --import`: gives exported constants other values, so that the program is one of another version. CONSTANTS is a
 * `ConstantChanges` as JSON.
 */
import { registerHooks } from 'node:module';

/**
 * By the end of a module's path: the names of exported constants, and for each the JavaScript expression of its value. An expression may contain `original`,
 * the program's own value.
 */
export type ConstantChanges = Readonly<Record<string, Readonly<Record<string, string>>>>;

const changes = JSON.parse(process.env['CONSTANTS'] ?? '{}') as ConstantChanges;

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const [, constants] = Object.entries(changes).find(([path]) => url.endsWith(path)) ?? [];
    if (constants === undefined) return loaded;
    let source = Buffer.from((loaded.source ?? '') as string).toString();
    for (const [name, expression] of Object.entries(constants)) {
      const declaration = new RegExp(`export const ${name}(?:: [^=]+)? = ([^;]+);`);
      if (!declaration.test(source)) throw new Error(`${url} has no constant ${name}`);
      source = source.replace(
        declaration,
        (_, original: string) => `export const ${name} = ((original) => (${expression}))(${original});`,
      );
    }
    return { ...loaded, source };
  },
});
