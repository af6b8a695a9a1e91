import type { Receipt } from '@popfray/protocol/receipt';

/** Whether a receipt is of a solo round. Older servers state it only of rounds that were played. */
export const isSoloRound = ({ isSolo, solo }: Receipt): boolean => isSolo === true || (solo ?? null) !== null;
