export { PlayScreen } from './PlayScreen.tsx';
export { RoundEnd } from './RoundEnd.tsx';
export { RoundPaused } from './RoundPaused.tsx';
export { RoundReady } from './RoundReady.tsx';
