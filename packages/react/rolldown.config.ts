import { readFileSync } from 'node:fs';
import type { RolldownOptions } from 'rolldown';

/** One file for each module, so that an app that only needs a store gets neither Pixi nor howler. */
const options: RolldownOptions = {
  input: ['src/index.ts', 'src/battle/index.ts', 'src/reconnecting-socket.ts'],
  external: /^[^./]/,
  output: { dir: 'dist', preserveModules: true, cleanDir: true },
  plugins: [
    {
      name: 'sprite',
      generateBundle() {
        const source = readFileSync(new URL('src/pop-sprite.mp3', import.meta.url));
        this.emitFile({ type: 'asset', fileName: 'pop-sprite.mp3', source });
      },
    },
  ],
};

export default options;
