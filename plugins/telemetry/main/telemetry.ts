import type { Database, Handlers, InspectionService, Log, LogEntry } from '@atelier/kernel';
import type { TelemetryShape } from '../contract/index.ts';
import { errors } from './errors.ts';
import { type EventSource, eventOf } from './reports/event.ts';
import { type KeptReport, openStore } from './reports/store.ts';
import { addressOf, envelopeOf, sendEnvelope } from './sending/send.ts';

const waitMs = 25_000;

export interface TelemetryOptions {
  readonly db: Database;
  readonly inspection: Pick<InspectionService, 'readLog' | 'redact'>;
  readonly source: EventSource;
  readonly development: boolean;
  /** What must never be reported: what telemetry itself writes. */
  readonly own: string;
  readonly log: Log;
  readonly now: () => number;
  changed(): void;
}

export interface Telemetry {
  readonly handlers: Handlers<TelemetryShape>;
  /** Ends what is being gathered and sent. */
  close(): void;
}

/** Gathers what is reported while the person allows it, and sends it when they say so. */
export function openTelemetry({ db, inspection, source, development, own, log, now, changed }: TelemetryOptions): Telemetry {
  const store = openStore(db);
  let allowed = new AbortController();

  const may = (): boolean => !development && store.consent() === 'yes';

  async function gather(from: number, signal: AbortSignal): Promise<void> {
    let after = from;
    while (!signal.aborted) {
      const { lines, newest } = await inspection.readLog({ levels: ['error'], after, waitMs });
      after = newest;
      for (const line of lines) if (line.source !== own) await keep(line, signal);
    }
  }

  async function keep(line: LogEntry, signal: AbortSignal): Promise<void> {
    const { event, likeness } = eventOf(line, source);
    // What the kernel knows of secrets and names is taken out as well, whatever the patterns here let through.
    const [{ type, value, ...rest }] = event.exception.values;
    const [cleanType = '', cleanValue = ''] = await inspection.redact([type, value], 'anonymous');
    if (signal.aborted) return;
    store.keep(likeness, line.at, { ...event, exception: { values: [{ ...rest, type: cleanType, value: cleanValue }] } });
    changed();
  }

  function begin(from: number): void {
    allowed.abort();
    allowed = new AbortController();
    const { signal } = allowed;
    if (!may()) return;
    gather(from, signal).catch((error: unknown) => {
      if (!signal.aborted) log.warn('Error reports are no longer gathered in this run.', { error });
    });
  }

  function chosen(ids: readonly string[] | undefined): readonly KeptReport[] {
    return store.all().filter(({ id }) => ids === undefined || ids.includes(id));
  }

  async function send(ids: readonly string[] | undefined): Promise<number> {
    if (development) throw errors['telemetry/development']({});
    if (store.consent() !== 'yes') throw errors['telemetry/not-allowed']({});
    const address = addressOf(store.dsn() ?? '');
    if (address === undefined) throw errors['telemetry/no-address']({});
    const { signal } = allowed;
    let sent = 0;
    // The oldest first, one after the other: what the first one is answered may forbid the second.
    for (const report of chosen(ids).toReversed()) {
      const minutes = Math.ceil((store.notBefore() - now()) / 60_000);
      if (minutes > 0) throw errors['telemetry/later']({ host: address.host, minutes });
      if (signal.aborted || store.get(report.id) === undefined) break;
      const rest = (until: number) => store.choose('notBefore', String(until));
      await sendEnvelope(envelopeOf(report), address, { client: source.release.replace('@', '/'), signal, now, rest });
      store.remove([report.id]);
      sent += 1;
      changed();
    }
    return sent;
  }

  // What broke before this start, or during it, is in the log of this run already.
  begin(0);

  return {
    close: () => allowed.abort(),
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
        allowed.abort();
        store.choose('consent', consent);
        if (consent === 'no') store.removeAll();
        changed();
        // From now on, never from before the person was asked.
        begin((await inspection.readLog({ limit: 1 })).newest);
        return null;
      },
      async setAddress({ dsn }) {
        const text = dsn.trim();
        if (text !== '' && addressOf(text) === undefined) throw errors['telemetry/address']({});
        store.choose('dsn', text === '' ? undefined : text);
        store.choose('notBefore', undefined);
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

/** What a report looks like, before there is one. */
function sample(source: EventSource, at: number): KeptReport {
  const stack =
    'Error\n    at openSession (/app/plugins/agent/main/engine-link.js:120:17)\n    at async start (/app/kernel/main/kernel.js:64:5)';
  const text = 'The session could not be opened: ENOENT, open /people/marie/plan.md';
  const { event } = eventOf({ at, level: 'error', source: '@atelier/kernel', text, fields: { error: { name: 'Error', stack } } }, source);
  return { id: event.event_id, at, count: 1, event };
}
