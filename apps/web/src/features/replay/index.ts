export { ScrubBar } from './ScrubBar.tsx';
export { openText } from './opening.ts';
export { readMarks } from './timeline.ts';
