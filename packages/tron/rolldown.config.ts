import type { RolldownOptions } from 'rolldown';

/** One file for each module, so that a page that takes the browser entry gets nothing of the others. */
const options: RolldownOptions = {
  input: {
    'browser/index': 'src/browser/index.ts',
    'node/index': 'src/node/index.ts',
    'dev-chain/index': 'src/dev-chain/index.ts',
    'dev-chain/main': 'src/dev-chain/main.ts',
    'dev-wallet/index': 'src/dev-wallet/index.ts',
  },
  external: /^[^./]/,
  output: { dir: 'dist', preserveModules: true, preserveModulesRoot: 'src', cleanDir: true },
};

export default options;
