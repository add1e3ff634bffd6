import { readFile } from 'node:fs/promises';
import type { ExtensionContext, ExtensionCosts, ExtensionStatus, InspectionService, LogEntry } from '@atelier/kernel';

const mostLines = 2000;

/** What a report is made of, before anything is taken out. */
export interface ReportParts {
  readonly made: Date;
  readonly versions: object;
  readonly places: object;
  readonly checks: readonly object[];
  /** What lies in the profile, by the rows of its layout. */
  readonly profile: object;
  readonly extensions: readonly ExtensionStatus[];
  readonly costs: readonly ExtensionCosts[];
  readonly settings: object;
}

interface Reporting {
  readonly inspection: Pick<InspectionService, 'readLog' | 'redact'>;
  /** What must be in no report, wherever it turns up. */
  readonly secrets: readonly string[];
}

const gone = '[redacted]';

/** One text that a person can read through: JSON, a line of the log in a line. Nothing in it names the person or holds a key. */
export async function reportText({ made, extensions, ...parts }: ReportParts, { inspection, secrets }: Reporting): Promise<string> {
  const { lines, more } = await inspection.readLog({ levels: ['info', 'warn', 'error'], limit: mostLines });
  const whole = {
    report: 'Atelier diagnostics',
    made: made.toISOString(),
    ...parts,
    extensions: extensions.map(extensionOf),
    log: [...(more ? ['…'] : []), ...lines.map(lineText)],
  };
  // Each value by itself: a pattern must not reach over the end of one into the next.
  const values: string[] = [];
  collect(whole, values);
  const clean = await inspection.redact(
    values.map(text => without(text, secrets)),
    'anonymous',
  );
  const names = new Map(values.map((text, at) => [text, clean[at] ?? gone]));
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
    // Inside the fields of a line it stands as JSON writes it.
    for (const form of new Set([secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]))
      clean = clean.replaceAll(form, gone);
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

const shortest = 6;
/** What stands in such a file beside keys, and says nothing about them. */
const plain = /^(?:type|api|name|id|baseUrl|url|provider|models?)$/i;

/** Every value of the files that hold keys, so that none of them can be in a report, wherever else it turns up. */
export async function storedSecrets(paths: Pick<ExtensionContext['paths'], 'profile'>): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const [row, isAll] of [
    ['auth', true],
    ['models', false],
  ] as const) {
    try {
      collectSecrets(JSON.parse(await readFile(paths.profile(row), 'utf8')), '', isAll, found);
    } catch {
      // What cannot be read cannot be told either.
    }
  }
  // The longest first: one key may begin with another.
  return [...found].sort((a, b) => b.length - a.length);
}

const secretName = /key|token|secret|password|authorization|access|refresh|cookie|credential/i;

function collectSecrets(value: unknown, name: string, isAll: boolean, found: Set<string>): void {
  if (typeof value === 'string') {
    if (value.length >= shortest && (isAll ? !plain.test(name) : secretName.test(name))) found.add(value);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) collectSecrets(inner, key, isAll || /^headers$/i.test(key), found);
  }
}
