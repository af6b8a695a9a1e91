/** Texts of the game socket, which is on every page: few, and fetched with it. The rules of `en.ts`. */
export const texts = {
  gameSocket: {
    errorTitle: 'Game Error',
    errorText: 'An error occurred in the game.',
    noticeTitle: 'Game Notification',
    refundedTitle: 'Entry Fee Refunded',
    refundedText: '“{name}” was not played: your fee of {amount} TRX is on your Popfray balance.',
    seatGoneTitle: 'Entry Fee Returned',
    seatGoneText: 'There was no seat any more in “{name}”: your fee of {amount} TRX is on your Popfray balance.',
    notReadyTitle: 'Entry Fee Refunded',
    notReadyText:
      '“{name}” starts without you, because you were not ready. Your fee of {amount} TRX is on your Popfray balance.',
    removedTitle: 'Removed From Session',
    removedText: 'The creator of “{name}” has removed you from it. You paid nothing.',
    joinedTitle: 'Player Joined',
    joinedText: '{name} joined the game',
    startedTitle: 'Game Started',
    startedText: 'The game has begun! Good luck!',
  },
} as const;
