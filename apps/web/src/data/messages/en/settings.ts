/** Texts of the settings, by the rules of shell.ts. */
export const texts = {
  settings: {
    title: 'Settings',
    lead: 'Every change takes effect at once and is kept in this browser.',
    sound: { title: 'Sound', on: 'Sound on', volume: 'Volume' },
    language: {
      title: 'Language',
      note: 'What other players write stays as they wrote it.',
      loading: 'Fetching the texts…',
    },
    motion: {
      title: 'Motion',
      note: 'Reduced: no particles, no shaking, no transitions. Bubbles float all the same.',
      system: 'Follow the system',
      reduced: 'Reduced',
      full: 'Full',
    },
    palette: {
      title: 'Bubble colours',
      note: 'Easy to tell apart: seven colours that stay different with every kind of colour vision, and a bold pattern in each.',
      standard: 'Standard',
      distinct: 'Easy to tell apart',
      sample: 'The seven bubbles in the chosen colours',
    },
    targets: {
      title: 'Large targets',
      note: 'Larger buttons everywhere. In practice rounds, a click that misses a bubble by up to {px, number} px counts as a hit; where TRX or a ranking is at stake, every click is judged as it is.',
    },
    translation: {
      title: 'Translate chat on this device',
      note: 'Your browser translates messages itself when it has the language data. Otherwise the server does.',
    },
    frameRate: {
      title: 'Frame rate',
      note: 'Shows frames per second and late frames in a corner of the field.',
    },
    lessons: {
      title: 'Tutorial',
      note: 'The short lesson of the first round, once more.',
      freePlay: 'Free Play lesson',
      arena: 'Arena lesson',
    },
    reset: {
      action: 'Reset to defaults',
      undo: 'Undo the reset',
      done: 'Back to the defaults. Your language stays.',
      undone: 'Your settings are back.',
    },
  },
} as const;
