/**
 * Reads a property of an object that another program put into the page: an extension, or a script that poses as one. A
 * getter that throws, and what is no object, read as undefined.
 */
export function read(thing: unknown, key: string): unknown {
  if ((typeof thing !== 'object' && typeof thing !== 'function') || thing === null) return undefined;
  try {
    return Reflect.get(thing, key) as unknown;
  } catch {
    return undefined;
  }
}

/** Whether a foreign object has a method. */
export const has = (thing: unknown, method: string): boolean => typeof read(thing, method) === 'function';

/** Calls a method of a foreign object and awaits its answer. Throws what it throws; a TypeError when there is no such method. */
export async function ask(thing: unknown, method: string, ...words: readonly unknown[]): Promise<unknown> {
  const found = read(thing, method);
  if (typeof found !== 'function') throw new TypeError(`The wallet has no ${method}.`);
  return (await Reflect.apply(found, thing, [...words])) as unknown;
}
