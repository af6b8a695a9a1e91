/** What could be had, or why not. Bad input and a chain that cannot answer are values; a bug is a throw. */
export type Result<Value, Failure> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Failure };

/** A value that could be had. */
export const ok = <Value>(value: Value): Result<Value, never> => ({ ok: true, value });

/** A failure as a value. */
export const err = <Failure>(error: Failure): Result<never, Failure> => ({ ok: false, error });
