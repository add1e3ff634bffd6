import { firstIcons } from './generated/first.ts';

type Table = Readonly<Record<string, string>>;

const unknown = 'M6 4h12a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2z';
const tables: Table[] = [firstIcons];
/** What is asked next for an icon that none of the tables has. */
const sources: (() => Promise<Table>)[] = [
  async () => (await import('./generated/common.ts')).commonIcons,
  async () => (await import('./generated/other.ts')).otherIcons,
];
let loading: Promise<void> | undefined;

/** The path of an icon; or a promise after which there may be one. An icon that nobody knows is a plain square. */
export function findIcon(name: string): string | Promise<void> {
  const known = tables.find(table => Object.hasOwn(table, name))?.[name];
  if (known !== undefined || name === '') return known ?? '';
  if (loading === undefined && sources.length === 0) return unknown;
  loading ??= loadNext();
  return loading;
}

async function loadNext(): Promise<void> {
  const source = sources.shift();
  // A table that cannot be loaded has no icons.
  tables.push((await source?.().catch(() => undefined)) ?? {});
  loading = undefined;
}
