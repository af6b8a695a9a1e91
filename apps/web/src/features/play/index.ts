export { Announcer } from './Announcer.tsx';
export { FieldFrame } from './FieldFrame.tsx';
export { useFirstLesson } from './first-lesson.ts';
export { FullScreen, toggleFullScreen } from './FullScreen.tsx';
export { ComboBadge, Hud, LAST_SECONDS, TimeBar } from './Hud.tsx';
export { NoFieldNotice } from './NoFieldNotice.tsx';
export { Overlay, isFocusLost } from './Overlay.tsx';
export { useGameRecord } from './game-record.ts';
export { usePersonalBest } from './personal-best.ts';
export { type PlaySession, type PracticeSession, usePracticeSession } from './play-session.ts';
export { practiceLoadout } from './practice-upgrades.ts';
export {
  BOT_LEVELS,
  type BotLevel,
  type Race,
  type Rival,
  type RivalKind,
  makeRival,
  whyNotRaceable,
} from './rival.ts';
export { drawSmallField } from './small-field.ts';
export { useArming } from './use-arming.ts';
export { deferField, importField } from './import-field.ts';
export { START_COUNTDOWN_MS, StartCountdown } from './StartCountdown.tsx';
