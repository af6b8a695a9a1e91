/** Texts of the examples. The page is for developers, so it is in English only. */
export const WORDS = {
  kit: 'Kit',
  content: 'Content',
  copy: 'Copy',
  open: 'Open',
  close: 'Close',
  empty: 'There is nothing here yet.',
  disabled: 'disabled',
  note: 'A note says what is expected.',
  error: 'An error replaces the note.',
} as const;
