export { InstallOffer, InstallSetting } from './InstallOffer.tsx';
export { importWhatWorks } from './import-what-works.ts';
export { listenForInstallPrompt } from './install.ts';
export { listenForUpdate } from './update.ts';
