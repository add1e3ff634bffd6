/**
 * The six weeks that show a month, as dates, beginning on the day that the language's weeks begin on.
 * @param {number} year @param {number} month from 0 @param {number} firstDay 1 is Monday, 7 Sunday
 */
export function weeksOf(year, month, firstDay) {
  const first = new Date(Date.UTC(year, month, 1));
  const before = (first.getUTCDay() - (firstDay % 7) + 7) % 7;
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (__, day) => new Date(Date.UTC(year, month, 1 - before + week * 7 + day))),
  );
}

/** The day on which weeks begin where a language is spoken. @param {string} locale */
export function firstDayOf(locale) {
  const spoken = new Intl.Locale(locale);
  return spoken.getWeekInfo?.().firstDay ?? (locale.startsWith('en') ? 7 : 1);
}
