/** The end of the last day of which words hold, as a model names it; undefined for what is no day, or one before they began. */
export function endOf(day: unknown, from: number): number | undefined {
  if (typeof day !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined;
  const end = Date.parse(`${day}T23:59:59.999`);
  return end > from ? end : undefined;
}
