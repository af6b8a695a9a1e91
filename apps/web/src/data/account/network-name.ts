import type { Platform } from '@popfray/protocol';
import { createTranslator } from '../messages/texts.ts';

const t = createTranslator('network');

/** Name of a network in the reader's language. The name of the dev chain says that its money is play money. */
export const networkName = ({ id }: Pick<Platform['network'], 'id'>): string => t(id);
