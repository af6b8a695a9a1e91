export { RaceChooser } from './RaceChooser.tsx';
export { RaceResult } from './RaceResult.tsx';
export { RaceStrip } from './RaceStrip.tsx';
export { makeBotRival } from './bot-rival.ts';
