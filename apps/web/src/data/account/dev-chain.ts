/** Whether this is the build for a dev chain. A compile-time constant: other builds do not contain the dev wallet. */
export const IS_DEV_CHAIN = import.meta.env.MODE === 'dev-chain' || import.meta.env.MODE === 'test';

/** Loads the dev wallet; null in a build without it. */
export const importDevWallet = IS_DEV_CHAIN ? () => import('@popfray/tron/dev-wallet') : null;
