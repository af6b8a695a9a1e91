/** Texts of the installed page, and of what is there without a connection. */
export const texts = {
  /** In the web app manifest: what a device calls it. */
  device: {
    name: 'Popfray',
    description: 'Pop floating bubbles for 60 seconds. Free play works without a connection.',
    freePlay: 'Free Play',
    arena: 'Arena',
    daily: 'Daily seed',
  },
  offline: {
    works: 'What works without a connection',
    freePlay: 'Free Play',
    freePlayText: 'Rounds are kept in this browser.',
    arena: 'Arena practice',
    arenaText: 'Bosses included. Rounds that earn TRX need the server.',
    daily: 'Daily seed',
    dailyText: 'Once it has been fetched. Your best round is handed in when you are back.',
    replay: 'Replays',
    replayText: 'Watch and verify every round that you have a link or a file of.',
  },
  install: {
    title: 'Install Popfray',
    text: 'It opens in a separate window and works offline.',
    ios: 'In Safari, press Share and then “Add to Home Screen”.',
    action: 'Install',
    dismiss: 'No, thanks',
    done: 'Popfray is installed on this device.',
    elsewhere: 'This browser cannot install Popfray, or has done so already. Look for “Install” in its menu.',
  },
} as const;
