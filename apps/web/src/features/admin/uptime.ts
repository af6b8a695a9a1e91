import { useTranslations } from 'use-intl';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

/** Returns a formatter of the server's uptime, from s: `2 days 3 h 4 min`. */
export function useUptime(): (seconds: number) => string {
  const t = useTranslations('desk.system');
  return (seconds) =>
    t('uptimeValue', {
      days: Math.floor(seconds / DAY_S),
      hours: Math.floor((seconds % DAY_S) / HOUR_S),
      minutes: Math.floor((seconds % HOUR_S) / MINUTE_S),
    });
}
