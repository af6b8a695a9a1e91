import { TRON_SKIN, type Skin } from '@popfray/react';

/** Skin for players of the other chain: the colours of own and foreign bubbles are exchanged. */
export const SOL_SKIN: Skin = {
  ...TRON_SKIN,
  name: 'Sol',
  colours: ['#8B5CFF', '#19E0A3', '#4CC2FF', '#FFC857', '#F45FD0', '#3A6BFF', '#C7F464'],
  boss: { colour: '#B28DFF' },
  home: TRON_SKIN.foreign,
  foreign: TRON_SKIN.home,
  field: { middle: '#1B1330', corners: '#0B0814' },
  accent: '#19E0A3',
  comboMessages: ['On a roll!', 'Lightning hands!', 'Block party!', 'Finality!', 'Validator!'],
  milestoneMessage: (points) => `${points} points!`,
};
