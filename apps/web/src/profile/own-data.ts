import { CALLS } from '@popfray/protocol';
import { askForFile } from '../api/ask.ts';

/** A file that has come in whole. */
interface OwnDataFile {
  readonly name: string;
  readonly content: Blob;
}

/** Fetches everything that is kept about the player, and tells of each piece how many bytes there are by now. Throws as `askForFile` does. */
export async function fetchOwnData(onBytes: (bytes: number) => void): Promise<OwnDataFile> {
  const response = await askForFile(CALLS.exportMe);
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = response.body?.getReader();
  for (let read = await reader?.read(); read !== undefined && !read.done; read = await reader?.read()) {
    pieces.push(read.value);
    bytes += read.value.length;
    onBytes(bytes);
  }
  const content = new Blob(pieces, { type: 'application/json' });
  // A connection that is cut in the middle may look like an end.
  JSON.parse(await content.text());
  return { name: nameIn(response.headers.get('Content-Disposition')), content };
}

const nameIn = (disposition: string | null): string =>
  /filename="([\w.-]+)"/.exec(disposition ?? '')?.[1] ?? 'popfray.json';
