/** For `ref` of a field that somebody has asked for: it has the focus, and its text is chosen to be written over. */
export function takeFocus(input: HTMLInputElement | null): void {
  input?.focus();
  input?.select();
}
