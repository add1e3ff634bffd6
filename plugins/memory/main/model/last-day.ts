/** The end of the last day of which words hold, as a model names it; undefined for what is no day, or one before they began. */
export function endOf(day: unknown, from: number): number | undefined {
  const end = typeof day === 'string' ? endOfDay(day) : undefined;
  return end !== undefined && end > from ? end : undefined;
}

/** The moment that a model asks about: of a day its end, when all that was said on it holds. Undefined for what names none. */
export function momentOf(date: string): number | undefined {
  if (/^\d{4}-\d{2}-\d{2}$/.test(date)) return endOfDay(date);
  const [, year = '', month = '12'] = /^(\d{4})(?:-(\d{2}))?$/.exec(date) ?? [];
  const moment = year === '' ? Date.parse(date) : new Date(Number(year), Number(month), 1).getTime() - 1;
  return Number.isSafeInteger(moment) ? moment : undefined;
}

/** A day where the person is, as a model reads and writes one. */
export const dayOf = (moment: number): string => new Date(moment).toLocaleDateString('sv');

/** A thirtieth of February is none. */
function endOfDay(day: string): number | undefined {
  const end = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T23:59:59.999`) : Number.NaN;
  return Number.isNaN(end) || dayOf(end) !== day ? undefined : end;
}
