export { Landing } from './Landing.tsx';
