type Words = { readonly en: string; readonly fr: string };

/** What the sidebar's entry says: how many rules fail, which the person has to look at, or else when one is due next. */
export function entryWords({ failing, next }: { readonly failing: number; readonly next: number }, now: number): Words | undefined {
  if (failing > 0) return { en: `${failing} failing`, fr: `${failing} en échec` };
  return Number.isFinite(next) ? nextWords(next, now) : undefined;
}

/** When something is due next, as the sidebar says it: the time, with the weekday or the date unless it is today. It stays true after midnight. */
export function nextWords(at: number, now: number): Words {
  const midnight = (moment: number) => new Date(moment).setHours(0, 0, 0, 0);
  const days = Math.round((midnight(at) - midnight(now)) / 86_400_000);
  const day: Intl.DateTimeFormatOptions | undefined =
    days <= 0 ? undefined : days < 6 ? { weekday: 'short' } : { day: 'numeric', month: 'short' };
  const words = (locale: string) => {
    const text = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options).format(at);
    return [...(day === undefined ? [] : [text(day)]), text({ timeStyle: 'short' })].join(' ');
  };
  // British times, as the views have them.
  return { en: `next ${words('en-GB')}`, fr: day === undefined ? `à ${words('fr')}` : words('fr') };
}
