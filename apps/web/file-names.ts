const FILE_NAME = 'assets/[name]-[hash:7]';

/**
 * Names of built files, as options of Rolldown. Every page loads the names of all chunks, of which gzip cannot compress the hashes. Seven characters of
 * base 36 are 36 bits: two versions of one file have the same name once in 78 billion changes.
 */
export const FILE_NAMES = {
  hashCharacters: 'base36',
  entryFileNames: `${FILE_NAME}.js`,
  chunkFileNames: `${FILE_NAME}.js`,
  assetFileNames: `${FILE_NAME}[extname]`,
} as const;
