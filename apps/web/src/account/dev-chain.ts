/** Whether this is the build for a dev chain. A constant to the bundler: no other build holds the dev wallet. */
export const IS_DEV_CHAIN = import.meta.env.MODE === 'dev-chain' || import.meta.env.MODE === 'test';

/** Fetches the dev wallet; null in a build that has none. */
export const importDevWallet = IS_DEV_CHAIN ? () => import('@popfray/tron/dev-wallet') : null;
