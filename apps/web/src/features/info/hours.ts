/** Opening hours of support. SPEC section 1: Monday to Friday, 9 to 18 UTC, reply within 24 hours. */
export const SUPPORT = { fromHour: 9, toHour: 18, fromDay: 1, toDay: 5, replyHours: 24 } as const;

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** A week's opening hours as times, epoch ms, so that they can be shown in any time zone. */
export interface SupportWeek {
  /** Opening and closing time of the first day. */
  readonly firstFromMs: number;
  readonly firstToMs: number;
  /** Opening time of the last day. */
  readonly lastFromMs: number;
  readonly isOpen: boolean;
  /** The next opening or closing time, epoch ms. */
  readonly changesAtMs: number;
}

/** The opening hours in the week (UTC, from Monday) of a time, epoch ms. */
export function supportWeek(nowMs: number): SupportWeek {
  const midnightMs = Math.floor(nowMs / DAY_MS) * DAY_MS;
  const today = new Date(midnightMs).getUTCDay();
  const mondayMs = midnightMs - ((today + 6) % 7) * DAY_MS;
  const fromOf = (dayMs: number): number => dayMs + SUPPORT.fromHour * HOUR_MS;
  const toOf = (dayMs: number): number => dayMs + SUPPORT.toHour * HOUR_MS;
  const isWorkday = today >= SUPPORT.fromDay && today <= SUPPORT.toDay;
  const isOpen = isWorkday && nowMs >= fromOf(midnightMs) && nowMs < toOf(midnightMs);
  return {
    firstFromMs: fromOf(mondayMs),
    firstToMs: toOf(mondayMs),
    lastFromMs: fromOf(mondayMs + (SUPPORT.toDay - SUPPORT.fromDay) * DAY_MS),
    isOpen,
    changesAtMs: isOpen ? toOf(midnightMs) : nextOpening(midnightMs, nowMs),
  };
}

function nextOpening(midnightMs: number, nowMs: number): number {
  for (let dayMs = midnightMs; ; dayMs += DAY_MS) {
    const day = new Date(dayMs).getUTCDay();
    const fromMs = dayMs + SUPPORT.fromHour * HOUR_MS;
    if (day >= SUPPORT.fromDay && day <= SUPPORT.toDay && fromMs > nowMs) return fromMs;
  }
}
