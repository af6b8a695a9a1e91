/** The language of every text, as a BCP 47 tag. */
export const LANGUAGE = 'en';
