/** Methods that change nothing. */
export const READING: ReadonlySet<string> = new Set(['GET', 'HEAD']);
