const usualMs = 60_000;
const longestMs = 24 * 60 * 60_000;
const categories = new Set(['', 'error', 'default', 'all']);

/**
 * Until when the service wants to hear of no more errors, by its answer: `X-Sentry-Rate-Limits` where it concerns errors, else
 * `Retry-After` of a 429, in seconds or as a date. 0 where it says nothing.
 */
export function restUntil(status: number, header: (name: string) => string | undefined, now: number): number {
  const limits = header('x-sentry-rate-limits');
  if (limits !== undefined) {
    const waits = limits.split(',').flatMap(limit => {
      const [seconds = '', names = ''] = limit.trim().split(':');
      return names.split(';').some(name => categories.has(name.trim())) ? [milliseconds(Number(seconds))] : [];
    });
    return waits.length === 0 ? 0 : now + Math.max(...waits);
  }
  if (status !== 429) return 0;
  const after = header('retry-after');
  if (after === undefined) return now + usualMs;
  const seconds = /^\d+(?:\.\d+)?$/.test(after.trim()) ? milliseconds(Number(after)) : Date.parse(after) - now;
  return now + (Number.isNaN(seconds) ? usualMs : Math.min(Math.max(seconds, 0), longestMs));
}

function milliseconds(seconds: number): number {
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds * 1000, longestMs) : usualMs;
}
