export { LiveBattle } from './LiveBattle.tsx';
