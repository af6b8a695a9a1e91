/** The dependencies that the composition root passes to every part: interfaces, and the two that have no other home. */
export type { ChainHealth, Context, House, PaymentPurpose, PaymentPurposeName, PaymentPurposes } from './context.ts';
export type { CrossChainLink, Desk, Host, LinkQuestion } from './cross-chain-link.ts';
export { createClusterPresence } from './cluster-presence.ts';
export { createPresence } from './presence.ts';
export type { Rendering, Translator, TranslatorError } from './translator.ts';
