import type { Skin } from './skin.ts';

/** What a skin of the store changes: colours only. */
export type SkinLook = Pick<Skin, 'colours' | 'field' | 'accent'>;

/**
 * Looks to spread over a skin, by their id in the store. The seven colours and the other chain's keep the distances that `TRON_SKIN` keeps for every eye,
 * and stand out from the field; skin.test.ts measures it.
 */
export const SKIN_LOOKS: Readonly<Record<string, SkinLook>> = {
  'coral-reef': {
    colours: ['#C44747', '#FF7C24', '#FFDF96', '#2B9897', '#88FFED', '#225EC4', '#F6A3C5'],
    field: { middle: '#062A33', corners: '#031418' },
    accent: '#FFDF96',
  },
  orchard: {
    colours: ['#954861', '#FD9905', '#FCEA3D', '#039007', '#BAFBB8', '#424BC2', '#E9B3C3'],
    field: { middle: '#18230F', corners: '#0B1107' },
    accent: '#FCEA3D',
  },
  'neon-night': {
    colours: ['#CF0E6D', '#FE6C13', '#F6FF06', '#04B475', '#4CFFF5', '#3C1BFF', '#FF8AE0'],
    field: { middle: '#0B0620', corners: '#05030F' },
    accent: '#F6FF06',
  },
  ember: {
    colours: ['#94301D', '#E8530A', '#FFF4AB', '#369977', '#EEC59D', '#4B62B4', '#FF9330'],
    field: { middle: '#1C0E0A', corners: '#0D0604' },
    accent: '#FFC861',
  },
};
