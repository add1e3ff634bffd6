import type { Database, Handlers, InspectionService, Log, LogEntry } from '@atelier/kernel';
import type { TelemetryShape } from '../contract/index.ts';
import { errors } from './errors.ts';
import { type EventSource, eventOf } from './reports/event.ts';
import { openStore, type StoredReport } from './reports/store.ts';
import { addressOf, envelopeOf, sendEnvelope } from './sending/send.ts';

const longPollMs = 25_000;

export interface TelemetryOptions {
  readonly db: Database;
  readonly inspection: Pick<InspectionService, 'readLog' | 'redact'>;
  readonly source: EventSource;
  readonly development: boolean;
  /** This extension's id; its own log lines are never reported. */
  readonly own: string;
  readonly log: Log;
  readonly now: () => number;
}

export interface Telemetry {
  readonly handlers: Handlers<TelemetryShape>;
  /** Starts collecting; `onChange` is called after each change. Must be called before a handler is. */
  start(onChange: () => void): void;
  /** Stops collecting and sending. */
  close(): void;
}

/** Collects error reports with the person's consent, and sends them on request. */
export function openTelemetry({ db, inspection, source, development, own, log, now }: TelemetryOptions): Telemetry {
  const store = openStore(db);
  let collecting = new AbortController();
  let changed = (): void => undefined;

  const isAllowed = (): boolean => !development && store.consent() === 'yes';

  async function collect(from: number, signal: AbortSignal): Promise<void> {
    let after = from;
    while (!signal.aborted) {
      const { lines, newest } = await inspection.readLog({ levels: ['error'], after, waitMs: longPollMs });
      after = newest;
      for (const line of lines) if (line.source !== own) await add(line, signal);
    }
  }

  async function add(line: LogEntry, signal: AbortSignal): Promise<void> {
    const { event, fingerprint } = eventOf(line, source);
    // The kernel also removes the secrets and names that it knows.
    const [{ type, value, ...rest }] = event.exception.values;
    const [cleanType = '', cleanValue = ''] = await inspection.redact([type, value], 'anonymous');
    if (signal.aborted) return;
    store.add(fingerprint, line.at, { ...event, exception: { values: [{ ...rest, type: cleanType, value: cleanValue }] } });
    changed();
  }

  function restart(from: number): void {
    collecting.abort();
    collecting = new AbortController();
    const { signal } = collecting;
    if (!isAllowed()) return;
    collect(from, signal).catch((error: unknown) => {
      if (!signal.aborted) log.warn('Error reports are no longer gathered in this run.', { error });
    });
  }

  function reportsOf(ids: readonly string[] | undefined): readonly StoredReport[] {
    return store.all().filter(({ id }) => ids === undefined || ids.includes(id));
  }

  async function send(ids: readonly string[] | undefined): Promise<number> {
    if (development) throw errors['telemetry/development']({});
    if (store.consent() !== 'yes') throw errors['telemetry/not-allowed']({});
    const address = addressOf(store.dsn() ?? '');
    if (address === undefined) throw errors['telemetry/no-address']({});
    const { signal } = collecting;
    let sent = 0;
    // Oldest first and one at a time, because the first answer may set a rate limit.
    for (const report of reportsOf(ids).toReversed()) {
      const minutes = Math.ceil((store.notBefore() - now()) / 60_000);
      if (minutes > 0) throw errors['telemetry/later']({ host: address.host, minutes });
      if (signal.aborted || store.get(report.id) === undefined) break;
      const rateLimited = (until: number) => store.setChoice('notBefore', String(until));
      await sendEnvelope(envelopeOf(report), address, { client: source.release.replace('@', '/'), signal, now, rateLimited });
      store.remove([report.id]);
      sent += 1;
      changed();
    }
    return sent;
  }

  return {
    start(onChange) {
      changed = onChange;
      // From the first line of this run's log, to include errors during the start.
      restart(0);
    },
    close: () => collecting.abort(),
    handlers: {
      async read() {
        const host = addressOf(store.dsn() ?? '')?.host;
        const notBefore = store.notBefore();
        return {
          consent: store.consent(),
          available: !development && host !== undefined,
          development,
          waiting: store.all().length,
          ...(host !== undefined && { dsn: host }),
          ...(notBefore > now() && { notBefore }),
        };
      },
      async decide({ consent }) {
        collecting.abort();
        store.setChoice('consent', consent);
        if (consent === 'no') store.removeAll();
        changed();
        // Only later errors, never those from before the consent.
        restart((await inspection.readLog({ limit: 1 })).newest);
        return null;
      },
      async setAddress({ dsn }) {
        const text = dsn.trim();
        if (text !== '' && addressOf(text) === undefined) throw errors['telemetry/address']({});
        store.setChoice('dsn', text === '' ? undefined : text);
        store.setChoice('notBefore', undefined);
        changed();
        return null;
      },
      async preview({ id }) {
        const report = id === undefined ? sample(source, now()) : store.get(id);
        if (report === undefined) throw errors['telemetry/gone']({});
        return { text: envelopeOf(report) };
      },
      async pending() {
        return store.all().map(({ id, at, count, event }) => {
          const [{ type, value }] = event.exception.values;
          return { id, at, count, source: event.logger, message: type === 'Error' ? value : `${type}: ${value}` };
        });
      },
      send: async ({ ids }) => ({ sent: await send(ids) }),
      async discard({ ids }) {
        if (ids === undefined) store.removeAll();
        else store.remove(ids);
        changed();
        return null;
      },
    },
  };
}

/** A sample report. */
function sample(source: EventSource, at: number): StoredReport {
  const stack =
    'Error\n    at openSession (/app/plugins/agent/main/engine-link.js:120:17)\n    at async start (/app/kernel/main/kernel.js:64:5)';
  const text = 'The session could not be opened: ENOENT, open /people/marie/plan.md';
  const { event } = eventOf({ at, level: 'error', source: '@atelier/kernel', text, fields: { error: { name: 'Error', stack } } }, source);
  return { id: event.event_id, at, count: 1, event };
}
