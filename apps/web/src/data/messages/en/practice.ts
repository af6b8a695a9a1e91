/** Texts of what practice has besides the round: whom to race, and what becomes of a round. The rules of `shell.ts`. */
export const texts = {
  race: {
    label: 'Race',
    choose: 'Race against',
    nobody: 'Nobody',
    name: {
      best: 'Your best',
      own: 'Your earlier round',
      friend: 'A friend’s round',
      novice: 'Novice bot',
      regular: 'Regular bot',
      expert: 'Expert bot',
    },
    bestOf: 'Your best: {score, number}',
    hint: 'Both play the same bubbles.',
    hintRacing: 'Same bubbles for both. Your rival’s small field and your lead show during the round.',
    standing: '{lead, plural, =0 {Level} other {Lead {lead, number}}}',
    result: {
      won: '{rival, select, best {You beat your best by {points, number}.} own {You beat your earlier round by {points, number}.} friend {You won by {points, number}.} other {You beat the bot by {points, number}.}}',
      lost: '{rival, select, best {{points, number} short of your best.} own {{points, number} short of your earlier round.} friend {Your friend won by {points, number}.} other {The bot won by {points, number}.}}',
      tied: 'A tie: the same score.',
    },
    raceThis: 'Race this',
    failed: {
      title: 'No race',
      false: 'This link holds no round, or one whose score is not true.',
      rules: 'Rounds of these rules cannot be practised.',
      battle: 'This round was part of a battle: its bubbles cannot be played again in practice.',
      upgrades: 'This round was played with upgrades. Races are played without them.',
      bots: 'The bot could not be loaded. Check your connection and try again.',
    },
  },
  practiceUpgrades: {
    title: 'Active upgrades in practice',
    note: 'They work in practice too, without TRX. Rounds with them set no personal best.',
    compared: 'Rounds with a seed or a rival are played without upgrades.',
    mark: 'Practice with upgrades:',
  },
  crossChainPractice: {
    opponent: 'Opponent',
    text: 'Pop the same bubbles as a practice bot. The other chain’s bubbles are worth 1.5x.',
    findOpponent: 'Find an opponent',
    stake: 'Practice: no entry fee and no TRX. Upgrades have no effect.',
    finalScore: 'Final Score',
    overNote: 'Practice battle: no prize and no TRX.',
  },
  shareRound: {
    action: 'Share',
    failedTitle: 'No picture',
    failedText: 'The picture could not be made. Check your connection and try again.',
  },
} as const;
