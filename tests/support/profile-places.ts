import { layout, type Row, siblings } from '@atelier/schemas/profile/layout.mjs';
import type { RowName } from '@atelier/schemas/profile/paths.mjs';

const blanks: Readonly<Record<string, string>> = {
  slug: 'acme--notes',
  thirdParty: 'acme--notes',
  bundled: 'atelier--notes',
  owner: '@acme--notes',
  stamp: '20260102T030405006Z',
  day: '2026-01-02',
  version: '1.2.3',
  turn: '0',
  step: 'partial',
  number: '4',
  journal: '',
  pid: '12',
  hex: '0f0f',
  uuid: '123e4567-e89b-42d3-a456-426614174000',
  instructions: 'SYSTEM.md',
  engineTexts: 'prompts',
  engineFolder: 'tools',
  engineFile: 'trust.json',
};

const filled = (path: string) => path.replace(/\{(\w+)\}/g, (all, name) => blanks[name] ?? all);

/** A path that a row describes, from the profile's folder. */
export interface ProfilePlace {
  readonly name: RowName;
  readonly path: string;
  readonly isFolder: boolean;
  readonly row: Row;
}

/** One path for each row, its placeholders filled, and what its way of writing puts beside it. */
export const profilePlaces: readonly ProfilePlace[] = (Object.entries(layout) as [RowName, Row][]).flatMap(([name, row]) => {
  const own = filled(row.path.replace('/**', '/inside/file').replace(/\/$/, ''));
  const at = own.lastIndexOf('/') + 1;
  const names: readonly string[] = row.written === undefined ? [] : Object.values(siblings[row.written]).flat();
  const paths = [own, ...names.map(one => own.slice(0, at) + filled(one.replace('{file}', own.slice(at))))];
  return paths.map(path => ({ name, row, path, isFolder: path === own && (row.path === '' || row.path.endsWith('/')) }));
});
