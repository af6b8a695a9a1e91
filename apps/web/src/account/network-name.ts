import type { Platform } from '@popfray/protocol';
import { speaker } from '../messages/texts.ts';

const t = speaker('network');

/** What a network is called in the reader's language, and that its money is play money where it is the dev chain. */
export const networkName = ({ id }: Pick<Platform['network'], 'id'>): string => t(id);
