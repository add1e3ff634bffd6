import { createHash, randomBytes } from 'node:crypto';
import { release as systemRelease } from 'node:os';
import type { LogEntry } from '@atelier/kernel';
import { type Frame, framesOf } from './frames.ts';
import { scrubbed } from './scrub.ts';

/** An error as Sentry's protocol has it: what went wrong and where in the program; no user, no machine, no request, no breadcrumbs. */
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
  /** As `atelier@1.0.0`. */
  readonly release: string;
  readonly host: string;
  /** Whether a source is a part of the program; the names of others are nobody's business. */
  readonly isOurs: (source: string) => boolean;
}

interface Thrown {
  readonly name?: unknown;
  readonly code?: unknown;
  readonly stack?: unknown;
}

/** Makes of a line of the log what may be reported of it, and what makes two of them alike. */
export function eventOf(line: LogEntry, { release, host, isOurs }: EventSource): { readonly event: ErrorEvent; readonly likeness: string } {
  const known = isOurs(line.source);
  const thrown = known ? thrownIn(line.fields, 4) : undefined;
  const frames = typeof thrown?.stack === 'string' ? framesOf(thrown.stack) : [];
  const type = wordOf(thrown?.code) ?? wordOf(thrown?.name) ?? 'Error';
  const value = known ? scrubbed(line.text) : '[left out]';
  const logger = known ? line.source : 'extension';
  const top = frames.at(-1);
  const likeness = createHash('sha256')
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
  return { event, likeness };
}

/** The first error among the fields of a line, as the log writes one. */
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

/** A code or the name of a class; anything else might be somebody's words. */
function wordOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^[A-Za-z][\w-]{0,60}(?:\/[\w-]{1,60})?$/.test(value) ? value : undefined;
}
