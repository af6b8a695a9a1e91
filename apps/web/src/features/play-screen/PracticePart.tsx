export { SaveRound } from '../kept-rounds/index.ts';
export { InstallOffer } from '../offline/index.ts';
export { RaceChooser } from '../rivals/index.ts';
export { RaceStrip } from '../rivals/index.ts';
export { Challenge } from './Challenge.tsx';
