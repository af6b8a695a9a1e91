/** TronLink's id in Chrome's web store, which Edge uses too. */
const EXTENSION_ID = 'ibnejdfjmmkpcnlpebklmnkoeoihofec';

/** Links to other sites. */
export const LINKS = {
  tronLink: 'https://www.tronlink.org/',
  chromeStore: `https://chromewebstore.google.com/detail/tronlink/${EXTENSION_ID}`,
  appStore: 'https://apps.apple.com/us/app/tronlink-trx-btt-wallet/id1453530188',
  googlePlay: 'https://play.google.com/store/apps/details?id=com.tronlinkpro.wallet',
} as const;

/** Where to get test coins, by network. */
export const FAUCETS = {
  nile: 'https://nileex.io/join/getJoinPage',
  shasta: 'https://www.trongrid.io/shasta',
} as const;

/** The extension's settings pages. Browsers do not follow links to them, so they are shown as text. */
export const EXTENSION_PAGES = {
  chrome: `chrome://extensions/?id=${EXTENSION_ID}`,
  edge: `edge://extensions/?id=${EXTENSION_ID}`,
} as const;

/** A mailto link. */
export const mailTo = (address: string, subject: string): string =>
  `mailto:${address}?subject=${encodeURIComponent(subject)}`;
