export { LazyRefusal } from './LazyRefusal.tsx';
