/** A moment as a calendar and a clock in a time zone show it. */
export interface LocalTime {
  readonly year: number;
  /** From 1. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  /** 0 is Sunday. */
  readonly weekday: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const there = formats.get(zone);
  if (there !== undefined) return there;
  const numeric = 'numeric' as const;
  const parts = { year: numeric, month: numeric, day: numeric, hour: numeric, minute: numeric, second: numeric };
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', calendar: 'gregory', ...parts });
  formats.set(zone, format);
  return format;
}

export function localOf(at: number, zone: string): LocalTime {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts;
  return { year, month, day, hour, minute, weekday: new Date(Date.UTC(year, month - 1, day)).getUTCDay() };
}

/** The moment of a local time; one that a clock change leaves out is as much later. */
export function momentOf({ year, month, day, hour, minute }: Omit<LocalTime, 'weekday'>, zone: string): number {
  const asUtc = Date.UTC(year, month - 1, day, hour, minute);
  const offset = (at: number) => {
    const local = localOf(at, zone);
    return Date.UTC(local.year, local.month - 1, local.day, local.hour, local.minute) - (at - (at % 60_000));
  };
  const first = asUtc - offset(asUtc);
  return asUtc - offset(first);
}

/** Whether there is such a day, in some year if none is named. */
export const isDay = (day: number, month: number, year = 2028): boolean =>
  day >= 1 && new Date(Date.UTC(year, month - 1, day)).getUTCMonth() === month - 1;
