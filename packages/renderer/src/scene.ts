/** What drawing depends on besides the round's bubbles. One object, kept up to date by the view. */
export interface Scene {
  /** Round time, ms. */
  timeMs: number;
  /** CSS px per px of the field. */
  cssScale: number;
  /** Whether the rules know another chain, so that both chains' bubbles carry their mark. */
  hasChains: boolean;
  /** No particles, no shake, no pulse; texts only fade. */
  reducedMotion: boolean;
}
