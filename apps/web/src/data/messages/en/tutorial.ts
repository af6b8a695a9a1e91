/** Texts of the lesson before the first round. The rules of `shell.ts`. */
export const texts = {
  tutorial: {
    label: 'Tutorial',
    progress: 'Step {step, number} of {steps, number} · the clock is not running',
    next: 'Next step',
    skip: 'Skip tutorial',
    step: {
      pop: 'Click or tap a bubble to pop it.',
      chain: 'Pop {times, number} in a row. Each one raises your combo.',
      miss: 'Now click where there is no bubble: a miss ends the combo.',
      keys: 'Your keyboard plays too: choose a bubble with the arrow keys, pop it with Space.',
      boss: 'A boss takes many hits, and its ring shows what is left. This one takes {times, number}.',
    },
    done: {
      pop: 'Popped!',
      chain: 'That is a combo!',
      miss: 'And the combo is gone.',
      keys: 'Popped by keys!',
      boss: 'Boss beaten!',
    },
    ready: 'You are ready',
    readyText: 'Your round lasts {seconds, number} seconds. Smaller bubbles are worth more.',
    start: 'Start the round',
  },
} as const;
