export { SaveRounds } from '../kept-rounds/SaveRounds.tsx';
export { InstallOffer } from '../offline/InstallOffer.tsx';
export { RaceChooser } from '../rivals/RaceChooser.tsx';
export { RaceStrip } from '../rivals/RaceStrip.tsx';
export { RoundOver } from './RoundOver.tsx';
export { ShareRound } from '../share-card/ShareRound.tsx';
