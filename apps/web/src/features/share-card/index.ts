export { ShareRound } from './ShareRound.tsx';
