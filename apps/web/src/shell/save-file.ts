/** How long a browser may take to begin reading a file that it was handed, ms. */
const READING_MS = 60_000;

/** Hands a file to the browser, which keeps it where downloads go. */
export function saveFile({ name, content }: { readonly name: string; readonly content: Blob }): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), READING_MS);
}
