import { createHash, randomBytes } from 'node:crypto';
import { release as systemRelease } from 'node:os';
import type { LogEntry } from '@atelier/kernel';
import { type Frame, framesOf } from './frames.ts';
import { scrubbed } from './scrub.ts';

/** An event of Sentry's protocol, with the error and its stack only: no user, machine, request or breadcrumbs. */
export interface ErrorEvent {
  readonly event_id: string;
  readonly timestamp: string;
  readonly platform: 'node';
  readonly level: 'error';
  readonly logger: string;
  readonly release: string;
  readonly environment: 'production';
  readonly exception: {
    readonly values: readonly [
      { readonly type: string; readonly value: string; readonly stacktrace?: { readonly frames: readonly Frame[] } },
    ];
  };
  readonly contexts: Readonly<Record<'os' | 'runtime' | 'app', Readonly<Record<string, string>>>>;
}

export interface EventSource {
  /** For example `atelier@1.0.0`. */
  readonly release: string;
  readonly host: string;
  /** Whether a log source is bundled; the names of third-party extensions are not reported. */
  readonly isBundled: (source: string) => boolean;
}

interface Thrown {
  readonly name?: unknown;
  readonly code?: unknown;
  readonly stack?: unknown;
}

/** The event for a log line, without personal data, and the fingerprint by which equal errors are counted. */
export function eventOf(
  line: LogEntry,
  { release, host, isBundled }: EventSource,
): { readonly event: ErrorEvent; readonly fingerprint: string } {
  const bundled = isBundled(line.source);
  const thrown = bundled ? thrownIn(line.fields, 4) : undefined;
  const frames = typeof thrown?.stack === 'string' ? framesOf(thrown.stack) : [];
  const type = identifierIn(thrown?.code) ?? identifierIn(thrown?.name) ?? 'Error';
  const value = bundled ? scrubbed(line.text) : '[left out]';
  const logger = bundled ? line.source : 'extension';
  const top = frames.at(-1);
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([logger, type, value, top?.filename, top?.lineno]))
    .digest('hex');
  const event: ErrorEvent = {
    event_id: randomBytes(16).toString('hex'),
    timestamp: new Date(line.at).toISOString(),
    platform: 'node',
    level: 'error',
    logger,
    release,
    environment: 'production',
    exception: { values: [{ type, value, ...(frames.length > 0 && { stacktrace: { frames } }) }] },
    contexts: {
      os: { name: process.platform, version: /^\d+(?:\.\d+){0,2}/.exec(systemRelease())?.[0] ?? '' },
      runtime: { name: 'node', version: process.version },
      app: { host, arch: process.arch },
    },
  };
  return { event, fingerprint };
}

/** The first error among the fields of a log line. */
function thrownIn(fields: unknown, depth: number): Thrown | undefined {
  if (typeof fields !== 'object' || fields === null || depth === 0) return undefined;
  const { stack } = fields as Thrown;
  if (typeof stack === 'string') return fields as Thrown;
  for (const inner of Object.values(fields)) {
    const found = thrownIn(inner, depth - 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** An error code or a class name; anything else could be personal data. */
function identifierIn(value: unknown): string | undefined {
  return typeof value === 'string' && /^[A-Za-z][\w-]{0,60}(?:\/[\w-]{1,60})?$/.test(value) ? value : undefined;
}
