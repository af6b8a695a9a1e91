export { applicationOptions } from './application.ts';
export type { CursorPlace } from './cursor.ts';
export {
  createFieldView,
  type DrawnRound,
  type FieldStats,
  type FieldView,
  type FieldViewOptions,
} from './field-view.ts';
export { mount, type MountedField } from './mount.ts';
export { paintSample } from './sample.ts';
export { SKIN_LOOKS, type SkinLook } from './skin-looks.ts';
export { DISTINCT_LOOK, TRON_SKIN, type ChainLook, type Mark, type Skin } from './skin.ts';
export { FIELD } from './viewport.ts';
