/** The part of the library glicko2 that is used. */
declare module 'glicko2' {
  export interface Player {
    getRating(): number;
    getRd(): number;
    getVol(): number;
  }

  export class Glicko2 {
    constructor(settings: { readonly tau: number; readonly rating: number; readonly rd: number; readonly vol: number });
    makePlayer(rating: number, rd: number, vol: number): Player;
    /** Rates all players by these games at once: each is compared with what the others were before. */
    updateRatings(games: readonly (readonly [player: Player, opponent: Player, outcome: number])[]): void;
  }
}
