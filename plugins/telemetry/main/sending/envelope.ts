import type { KeptReport } from '../reports/store.ts';

/** The exact text that is sent for a report: an envelope of Sentry's protocol with one event in it. */
export function envelopeOf({ event, count }: KeptReport): string {
  const item = JSON.stringify(count === 1 ? event : { ...event, extra: { count } });
  const lines = [{ event_id: event.event_id }, { type: 'event', content_type: 'application/json', length: Buffer.byteLength(item) }].map(
    line => JSON.stringify(line),
  );
  return `${[...lines, item].join('\n')}\n`;
}
