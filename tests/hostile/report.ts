/** What one attack came to, as it is published. */
export interface Row {
  readonly attack: string;
  readonly extension: string;
  readonly tried: string;
  /** What held it: a process in the system's sandbox, one with permission flags alone, a frame, the installer. */
  readonly isolation: 'sandbox' | 'permissions' | 'frame' | 'installer' | 'never started';
  /** What it got; undefined where it got nothing. */
  readonly gained: string | undefined;
  readonly stoppedBy: string;
  /** Where the app says who it was. */
  readonly named: readonly string[];
  /** Whether another extension answered all the while. */
  readonly responsive: boolean;
  /** Nothing of it left its frame, so that there was nobody to see it and nothing to name. */
  readonly unseen?: boolean;
  /** Known to get through here, and why; said to the person as well. */
  readonly known?: string;
}

declare module 'vitest' {
  interface TaskMeta {
    /** Filled by the tests of `tests/hostile`, read by the reporter that writes the report. */
    attack?: Row;
  }
}

/** Another attack that a test of its own holds off, by the test's name. */
export interface Other {
  readonly test: string;
  readonly file: string;
  readonly state: string;
}

/** The report as a page. */
export function reportPage(
  rows: readonly Row[],
  others: readonly Other[],
  about: { readonly when: string; readonly system: string },
): string {
  const failed = rows.filter(isLost);
  const known = rows.filter(row => row.gained !== undefined && row.known !== undefined);
  const extensions = new Set(rows.map(row => row.attack));
  const lines = [
    '# Hostile extensions',
    '',
    `${about.when}, on ${about.system}. ${extensions.size} hostile extensions, ${rows.length} attacks: ${rows.length - failed.length - known.length} failed, ${known.length} known to succeed where the system has no sandbox, ${failed.length} succeeded.`,
    '',
    'Each was installed as a person would install it, let loose in the real app, and had to fail, to be named, and to leave the app responsive: another extension was called all the while and had to answer.',
    '',
    ...[...groupsOf(rows)].flatMap(([isolation, some]) => [
      `## ${titles[isolation]}`,
      '',
      '| Attack | What it tried | What stopped it | Named in | Others answered | Outcome |',
      '|---|---|---|---|---|---|',
      ...some.map(
        row =>
          `| ${[row.attack, row.tried, row.stoppedBy, row.named.join(', ') || (row.unseen ? 'nowhere: nothing of it left its frame' : '-'), row.responsive ? 'yes' : 'no', outcomeOf(row)].map(cell).join(' | ')} |`,
      ),
      '',
    ]),
    ...(others.length === 0
      ? []
      : ['## Other attacks, each held off by a test of its own', '', ...others.map(({ test, state }) => `- ${cell(test)}: ${state}`), '']),
  ];
  return lines.join('\n');
}

const titles: Readonly<Record<Row['isolation'], string>> = {
  sandbox: 'In the sandbox of the system',
  permissions: 'With permission flags alone, where the system has no sandbox',
  frame: 'In the window',
  installer: 'On the way in',
  'never started': 'Refused before anything of it ran',
};

function groupsOf(rows: readonly Row[]): ReadonlyMap<Row['isolation'], readonly Row[]> {
  return Map.groupBy(
    rows.toSorted((a, b) => order(a) - order(b)),
    row => row.isolation,
  );
}

const order = (row: Row) => Object.keys(titles).indexOf(row.isolation);

/** An attack that got something, was named nowhere, or took others down with it. */
export const isLost = (row: Row): boolean =>
  (row.known === undefined && (row.gained !== undefined || (row.named.length === 0 && row.unseen !== true))) || !row.responsive;

const outcomeOf = (row: Row): string =>
  row.gained === undefined ? 'failed' : row.known === undefined ? `SUCCEEDED: ${row.gained}` : `known: ${row.gained} (${row.known})`;

const cell = (text: string): string =>
  text
    .replaceAll(/\/(?:tmp|work|home|root)\/\S*/g, '…')
    .replaceAll('|', '\\|')
    .replaceAll(/\s+/g, ' ')
    .slice(0, 300);
