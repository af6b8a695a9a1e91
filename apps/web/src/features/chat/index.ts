export { ChatPanel } from './ChatPanel.tsx';
export { deviceApi } from './device-api.ts';
