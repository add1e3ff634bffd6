import { dateText, durationText, type Locale } from '@atelier/kernel/ui';

const minute = 60_000;
const hour = 60 * minute;

/** "now", "12 min", "3 h", "Tue", "12 Nov", "Nov 2025": a time in a short form. */
export function shortTime(locale: Locale, at: number, now: number): string {
  const ago = now - at;
  if (ago < minute) return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(0, 'second');
  if (ago < hour) return durationText(locale, Math.floor(ago / minute) * minute);
  const [day, today] = [new Date(at), new Date(now)];
  if (day.toDateString() === today.toDateString()) return durationText(locale, Math.floor(ago / hour) * hour);
  if (ago < 6 * 24 * hour) return dateText(locale, at, { weekday: 'short' });
  if (day.getFullYear() === today.getFullYear()) return dateText(locale, at, { day: 'numeric', month: 'short' });
  return dateText(locale, at, { month: 'short', year: 'numeric' });
}
