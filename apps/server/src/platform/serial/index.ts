/** Functions that run one after the other. */
export { Serial } from './serial.ts';
