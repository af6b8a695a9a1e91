import type { RolldownOptions } from 'rolldown';

/** One file for each module, so that who only reads a frame gets neither the calls nor the engine. */
const options: RolldownOptions = {
  input: ['src/index.ts', 'src/admin/index.ts', 'src/battle/index.ts', 'src/receipt/index.ts', 'src/socket/index.ts'],
  external: /^[^./]/,
  output: { dir: 'dist', preserveModules: true, cleanDir: true },
};

export default options;
