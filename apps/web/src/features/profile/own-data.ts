import { PLAYER_CALLS } from '@popfray/protocol';
import { downloadFile } from '../../data/api/call-api.ts';

/** A completely downloaded file. */
interface OwnDataFile {
  readonly name: string;
  readonly content: Blob;
}

/** Downloads all data of the player and reports the number of received bytes. Throws as `downloadFile` does. */
export async function fetchOwnData(onBytes: (bytes: number) => void): Promise<OwnDataFile> {
  const response = await downloadFile(PLAYER_CALLS.exportMe);
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = response.body?.getReader();
  for (let read = await reader?.read(); read !== undefined && !read.done; read = await reader?.read()) {
    pieces.push(read.value);
    bytes += read.value.length;
    onBytes(bytes);
  }
  const content = new Blob(pieces, { type: 'application/json' });
  // An interrupted connection may look like the end of the file.
  JSON.parse(await content.text());
  return { name: nameIn(response.headers.get('Content-Disposition')), content };
}

const nameIn = (disposition: string | null): string =>
  /filename="([\w.-]+)"/.exec(disposition ?? '')?.[1] ?? 'popfray.json';
