/** Texts of the list of rounds that this browser keeps. The rules of `shell.ts`. */
export const texts = {
  keptRounds: {
    title: 'Your rounds',
    lead: 'Your last {max, number} practice rounds and your best ones, kept in this browser alone.',
    loading: 'Reading your rounds…',
    empty: 'No rounds yet. Each round of practice that you finish appears here.',
    play: 'Play a round',
    fleeting:
      'This browser keeps nothing for the page: these rounds last until you close it. Export them to keep them.',
    best: 'Best',
    mode: { freePlay: 'Free Play', arena: 'Arena', crossChain: 'Practice battle', other: 'Practice' },
    seed: 'Seed {seed}',
    points: '{score, number} points',
    watch: 'Watch',
    watchOne: 'Watch the round of {score, number} points, {when}',
    race: 'Race',
    raceOne: 'Race the round of {score, number} points, {when}',
    shareOne: 'Share the round of {score, number} points, {when}',
    deleteOne: 'Delete the round of {score, number} points, {when}',
    deleted: 'Round deleted.',
    undo: 'Undo',
    more: 'Show all {count, number}',
    export: 'Export',
    import: 'Import',
    importedTitle: 'Rounds imported',
    importedText:
      '{added, plural, =0 {No new rounds in this file.} one {# new round.} other {# new rounds.}}{refused, plural, =0 {} one { # entry is no true round and was left out.} other { # entries are no true rounds and were left out.}}',
    importFailedTitle: 'Nothing imported',
    importFailedText: 'This is not a file of Popfray rounds, or it cannot be read.',
  },
} as const;
