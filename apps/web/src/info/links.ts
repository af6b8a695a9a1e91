/** TronLink's id in Chrome's store, which Edge uses too. */
const EXTENSION_ID = 'ibnejdfjmmkpcnlpebklmnkoeoihofec';

/** Places outside of the product that the pages lead to. */
export const LINKS = {
  tronLink: 'https://www.tronlink.org/',
  chromeStore: `https://chromewebstore.google.com/detail/tronlink/${EXTENSION_ID}`,
  appStore: 'https://apps.apple.com/us/app/tronlink-trx-btt-wallet/id1453530188',
  googlePlay: 'https://play.google.com/store/apps/details?id=com.tronlinkpro.wallet',
} as const;

/** Where test coins are had, by network. */
export const FAUCETS = {
  nile: 'https://nileex.io/join/getJoinPage',
  shasta: 'https://www.trongrid.io/shasta',
} as const;

/** The extension's own pages in the browser. Browsers follow no links to them. */
export const EXTENSION_PAGES = {
  chrome: `chrome://extensions/?id=${EXTENSION_ID}`,
  edge: `edge://extensions/?id=${EXTENSION_ID}`,
} as const;

/** A link that opens a message in the reader's mail program. */
export const mailTo = (address: string, subject: string): string =>
  `mailto:${address}?subject=${encodeURIComponent(subject)}`;
