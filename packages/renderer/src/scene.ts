/** What drawing depends on besides the round's bubbles. One object, kept up to date by the view. */
export interface Scene {
  /** Round time, ms. */
  timeMs: number;
  /** CSS px per px of the field. */
  cssScale: number;
  /** Whether the rules know another chain, so that both chains' bubbles carry their mark. */
  hasChains: boolean;
  /** Px of the field between places where a bubble is drawn: one pixel of a 2D canvas. 0 for any place, as WebGL draws. */
  snapPx: number;
  /** No particles, no shake, no pulse; texts only fade. */
  reducedMotion: boolean;
}
