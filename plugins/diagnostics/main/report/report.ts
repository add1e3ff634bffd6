import { readFile } from 'node:fs/promises';
import type { ExtensionContext, ExtensionCosts, ExtensionStatus, InspectionService, LogEntry } from '@atelier/kernel';

const maxLines = 2000;

/** The content of a report before it is redacted. */
export interface ReportParts {
  readonly made: Date;
  readonly versions: object;
  readonly places: object;
  readonly checks: readonly object[];
  /** The files of the profile, by the rows of its layout. */
  readonly profile: object;
  readonly extensions: readonly ExtensionStatus[];
  readonly costs: readonly ExtensionCosts[];
  readonly settings: object;
}

interface Redaction {
  readonly inspection: Pick<InspectionService, 'readLog' | 'redact'>;
  /** Texts that are removed wherever they occur. */
  readonly secrets: readonly string[];
}

const redacted = '[redacted]';

/** The report as indented JSON with one log line per line, without secrets and personal data. */
export async function reportText({ made, extensions, ...parts }: ReportParts, { inspection, secrets }: Redaction): Promise<string> {
  const { lines, more } = await inspection.readLog({ levels: ['info', 'warn', 'error'], limit: maxLines });
  const whole = {
    report: 'Atelier diagnostics',
    made: made.toISOString(),
    ...parts,
    extensions: extensions.map(extensionOf),
    log: [...(more ? ['…'] : []), ...lines.map(lineText)],
  };
  // Values are redacted one by one, so that a pattern cannot match across two of them.
  const values: string[] = [];
  collect(whole, values);
  const redactedValues = await inspection.redact(
    values.map(text => without(text, secrets)),
    'anonymous',
  );
  const names = new Map(values.map((text, at) => [text, redactedValues[at] ?? redacted]));
  return `${JSON.stringify(replaced(whole, names), undefined, 2)}\n`;
}

export function reportName(made: Date): string {
  return `atelier-diagnostics-${made.toISOString().slice(0, 16).replace(/[:T]/g, '-')}.json`;
}

function extensionOf({ id, version, bundled, state, isolation, problem, problems, granted }: ExtensionStatus): object {
  return {
    id,
    version,
    bundled,
    state,
    isolation,
    ...(problem && { problem: `${problem.code}: ${problem.message}` }),
    ...(problems && problems.length > 0 && { problems: problems.map(({ code, message }) => `${code}: ${message}`) }),
    ...(granted && Object.keys(granted).length > 0 && { granted }),
  };
}

function lineText({ at, level, source, text, fields }: LogEntry): string {
  const detail = fields === undefined ? '' : ` ${JSON.stringify(fields)}`;
  return `${new Date(at).toISOString()} ${level} ${source} ${text}${detail}`;
}

function without(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const secret of secrets) {
    // In the fields of a log line it is JSON-escaped.
    for (const form of new Set([secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]))
      clean = clean.replaceAll(form, redacted);
  }
  return clean;
}

function collect(value: unknown, into: string[]): void {
  if (typeof value === 'string') into.push(value);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      if (!Array.isArray(value)) into.push(name);
      collect(inner, into);
    }
  }
}

function replaced(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return names.get(value);
  if (Array.isArray(value)) return value.map(inner => replaced(inner, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [names.get(name), replaced(inner, names)]));
}

const minSecretLength = 6;
/** Properties of these files that are not secret. */
const plainName = /^(?:type|api|name|id|baseUrl|url|provider|models?)$/i;

/** The secret values in the agent's files, to be removed from the report wherever they occur. */
export async function storedSecrets(paths: Pick<ExtensionContext['paths'], 'profile'>): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const [row, isAll] of [
    ['auth', true],
    ['models', false],
  ] as const) {
    try {
      collectSecrets(JSON.parse(await readFile(paths.profile(row), 'utf8')), '', isAll, found);
    } catch {
      // An unreadable file has no values to redact.
    }
  }
  // Longest first, because one secret may be the beginning of another.
  return [...found].sort((a, b) => b.length - a.length);
}

const secretName = /key|token|secret|password|authorization|access|refresh|cookie|credential/i;

function collectSecrets(value: unknown, name: string, isAll: boolean, found: Set<string>): void {
  if (typeof value === 'string') {
    if (value.length >= minSecretLength && (isAll ? !plainName.test(name) : secretName.test(name))) found.add(value);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) collectSecrets(inner, key, isAll || /^headers$/i.test(key), found);
  }
}
