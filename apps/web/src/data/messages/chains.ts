import texts from './en/shell.json';

/** The chains that have a name. The first page does not load the protocol's list of them, which needs zod. */
export const CHAINS = Object.keys(texts.chains) as readonly (keyof typeof texts.chains)[];
