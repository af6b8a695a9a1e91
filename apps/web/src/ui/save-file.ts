/** Time until the object URL is revoked: the browser must have started to read it by then, ms. */
const URL_LIFETIME_MS = 60_000;

/** Starts a download of a file. */
export function saveFile({ name, content }: { readonly name: string; readonly content: Blob }): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), URL_LIFETIME_MS);
}
