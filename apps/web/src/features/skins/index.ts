export { SkinChoice } from './SkinChoice.tsx';
export { SkinSample } from './SkinSample.tsx';
export { SkinStore } from './SkinStore.tsx';
