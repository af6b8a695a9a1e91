/** The chapters of the API's documentation. */
export const TOPICS = {
  platform: 'Platform',
  signIn: 'Sign-in and profile',
  money: 'Payments and withdrawals',
  protection: 'Protection of players',
  solo: 'Solo TRX',
  practice: 'Practice',
  daily: 'Daily seed',
  sharing: 'Challenges',
  upgrades: 'Upgrades',
  skins: 'Skins',
  seasons: 'Seasons',
  statistics: 'Statistics',
  battles: 'Sessions and battles',
  watching: 'Spectators',
  chat: 'Chat',
} as const;
