import type texts from '../../data/messages/en/faq.json';

/** SPEC section 2, help pages. */
export const FAQ_CATEGORIES = ['general', 'earning', 'wallet', 'gameplay', 'security', 'technical'] as const;
export type FaqCategory = (typeof FAQ_CATEGORIES)[number];

/** Id of an entry: its anchor, and the key of its texts. */
export type FaqId = keyof typeof texts.faq.entries;

/** The questions in their order. Texts and tags are in the catalogue. */
export const FAQ_ENTRIES: readonly { readonly id: FaqId; readonly category: FaqCategory }[] = [
  { id: 'what-is-popfray', category: 'general' },
  { id: 'is-it-free', category: 'general' },
  { id: 'languages', category: 'general' },
  { id: 'earn-trx', category: 'earning' },
  { id: 'prize-pool', category: 'earning' },
  { id: 'withdraw', category: 'earning' },
  { id: 'earned-less', category: 'earning' },
  { id: 'need-wallet', category: 'wallet' },
  { id: 'which-network', category: 'wallet' },
  { id: 'payment-missing', category: 'wallet' },
  { id: 'cannot-connect', category: 'wallet' },
  { id: 'scoring', category: 'gameplay' },
  { id: 'boss', category: 'gameplay' },
  { id: 'upgrades-where', category: 'gameplay' },
  { id: 'disconnect', category: 'gameplay' },
  { id: 'wallet-safe', category: 'security' },
  { id: 'how-fair', category: 'security' },
  { id: 'devices', category: 'technical' },
  { id: 'slow', category: 'technical' },
];
