import { arrows } from './arrows.ts';
import { exact } from './exact.ts';
import { floors } from './floors.ts';

/** Popfray's own lint rules, as oxlint loads them. */
export default { meta: { name: 'popfray' }, rules: { arrows, exact, floors } };
