export { ChallengeButton } from './ChallengeButton.tsx';
export { ShareRound } from './ShareRound.tsx';
