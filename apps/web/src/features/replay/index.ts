export { PathPlayback } from './PathPlayback.tsx';
export { PathSwitch } from './PathSwitch.tsx';
export { readTracedRound } from './path-trail.ts';
export { ScrubBar } from './ScrubBar.tsx';
export { openText } from './opening.ts';
export { readMarks } from './timeline.ts';
