/** An amount of sun as TRX, e.g. `1,234.5 TRX`. */
export function trx(amountSun: number): string {
  const amount = amountSun / 1_000_000;
  return `${amount.toLocaleString('en', { maximumFractionDigits: 6 })} TRX`;
}

/** The first 6 and the last 4 characters of an address. SPEC section 9, display limits. */
export const shortened = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`;

/** Every text of the dev wallet. It stands in for an extension: none of them belongs to the app's own catalogue. */
export const texts = {
  name: 'Dev wallet',
  playMoney: 'Play money',
  badge: 'Dev wallet · Play money',
  network: 'Dev chain: play money',
  close: 'Close the dev wallet',
  tuck: 'Tuck its button away',
  untuck: 'Show its button in full',
  locked: 'Locked',
  lockedHint: 'Unlock it to see its accounts. There is no password: nothing in it is worth anything.',
  disconnected: 'Not connected to this site',
  connected: 'Connected to this site',
  balance: 'Balance',
  unknownBalance: '…',
  nodeAway: 'The dev chain does not answer. Is it running?',
  faucet: (amountSun: number): string => `Get ${trx(amountSun)}`,
  faucetDone: (amountSun: number): string => `The faucet gave ${trx(amountSun)}.`,
  faucetFull: (maxSun: number): string => `The faucet stops at ${trx(maxSun)} an account.`,
  faucetFailed: 'The faucet gave nothing.',
  copy: 'Copy address',
  copied: 'Address copied.',
  copyFailed: 'The browser did not let it be copied.',
  accounts: 'Accounts',
  switchAccount: 'Switch account',
  accountName: (number: number): string => `Account ${number}`,
  newAccount: 'New account',
  rename: 'Name of this account',
  importTitle: 'Import an account',
  importLabel: 'Import a private key, 64 hex digits',
  importHint: 'Kept readable in this browser. Only ever a key for play money.',
  import: 'Import',
  importBad: 'That is no private key: it takes 64 hex digits.',
  importKnown: 'That account is here already.',
  notLoaded: 'A part of the dev wallet did not load. Try again.',
  lock: 'Lock',
  unlock: 'Unlock',
  disconnect: 'Disconnect this site',
  storage: 'What is in it lasts only as long as this page: the browser keeps nothing for it.',
  confirm: 'Confirm',
  reject: 'Reject',
  cancel: 'Cancel',
  question: {
    connect: 'Connect to this site?',
    connectHint: 'It will see your address and may ask you to sign.',
    unlock: 'Unlock the dev wallet',
    message: 'Sign a message?',
    messageHint: 'Signing proves that the account is yours. It moves no money.',
    transfer: 'Sign a payment?',
    transaction: 'Sign a transaction?',
    transactionHint: 'This is no plain payment. This is what it says:',
  },
  fields: {
    site: 'Site',
    account: 'Account',
    amount: 'Amount',
    to: 'To',
    from: 'From',
    network: 'Network',
    kind: 'Kind',
    message: 'Message',
    content: 'Content',
    memo: 'Memo',
  },
} as const;
