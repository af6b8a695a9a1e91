import { TRON_EVENT_SKIN, type EventSkin } from '@popfray/engine';
import type { Hex } from './colour.ts';

/** A mark drawn on a bubble: an SVG path in a box of 24 by 24, filled, or stroked when `strokePx` is above 0. */
export interface Mark {
  readonly path: string;
  /** Width of the stroke in the box's units; 0 fills the path instead. */
  readonly strokePx: number;
}

/** How a chain shows on its bubbles: never by colour alone. */
export interface ChainLook {
  readonly colour: Hex;
  readonly mark: Mark;
}

/** How a field looks and what it says, combo and milestone messages in any script included. A plain object: spread one and change what differs. */
export interface Skin extends EventSkin {
  readonly name: string;
  /** Bubble colours by `Bubble.colour`; an index beyond the list wraps around. Each has a different inner pattern. */
  readonly colours: readonly [Hex, Hex, Hex, Hex, Hex, Hex, Hex];
  /** How strongly those patterns are drawn. Default: `faint`. */
  readonly patterns?: 'faint' | 'bold';
  readonly boss: { readonly colour: Hex };
  /** The chain of this front end. Its mark shows under rules that know another chain. */
  readonly home: ChainLook;
  /** The other chain: its bubbles take this colour and mark. */
  readonly foreign: ChainLook;
  /** Background of the field in its middle and its corners. Dark: bubbles are light on it. */
  readonly field: { readonly middle: Hex; readonly corners: Hex };
  /** Colour of points, messages and the keyboard target. */
  readonly text: Hex;
  /** Colour of the combo count and of milestones. */
  readonly accent: Hex;
  /** CSS font family of everything written in the field. A web font is taken up once it has loaded. */
  readonly fontFamily: string;
  /** Shown at the last pop while a combo runs, from 2 on. */
  readonly comboCount: (combo: number) => string;
}

/**
 * The look of TRON's front end. The seven colours differ in lightness as well as in hue, so that they stay apart
 * under protanopia, deuteranopia and tritanopia.
 */
export const TRON_SKIN: Skin = {
  ...TRON_EVENT_SKIN,
  name: 'TRON',
  colours: ['#C92F4B', '#F36A12', '#FDEB3A', '#0FAE86', '#7DF6FA', '#2556EC', '#FF8DDE'],
  boss: { colour: '#FF4757' },
  home: {
    colour: '#FF4757',
    mark: {
      path: 'M3.5 4.5 17.5 7 21 10.5 11 21Z M3.5 4.5 12.3 11.6 21 10.5 M12.3 11.6 11 21 M12.3 11.6 17.5 7',
      strokePx: 1.5,
    },
  },
  foreign: {
    colour: '#9B7BFF',
    mark: {
      path: 'M7 4.5H21L17.5 8.2H3.5Z M3.5 10.2H17.5L21 13.9H7Z M7 15.9H21L17.5 19.6H3.5Z',
      strokePx: 0,
    },
  },
  field: { middle: '#121A28', corners: '#090C12' },
  text: '#FFFFFF',
  accent: '#FFC861',
  fontFamily: 'ui-rounded, "SF Pro Rounded", "Segoe UI", Roboto, system-ui, sans-serif',
  comboCount: (combo) => `Combo ${combo}`,
};

/** Bubbles that players distinguish first by their inner pattern and then by their colour. */
type Distinct = Pick<Skin, 'colours' | 'patterns' | 'foreign'>;

/**
 * Spread over a skin, this is for eyes that tell few colours apart. Under protanopia, deuteranopia and tritanopia the seven colours
 * and the other chain's lie half as far again from each other as in `TRON_SKIN`, and the patterns in them are bold.
 */
export const DISTINCT_LOOK: Distinct = {
  colours: ['#A72C34', '#B4822F', '#F0FD20', '#537AAA', '#8CF9F2', '#4BADFC', '#E0B656'],
  patterns: 'bold',
  foreign: { ...TRON_SKIN.foreign, colour: '#5414BA' },
};
