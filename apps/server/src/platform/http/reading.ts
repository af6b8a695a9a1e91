/** Methods that only read. */
export const READING: ReadonlySet<string> = new Set(['GET', 'HEAD']);
