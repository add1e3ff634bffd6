import type { DefinedRight } from '@atelier/kernel';
import type { Texts } from '@atelier/kernel/ui';
import type { Rights } from '../contract/index.ts';
import type { ListedExtension } from './listed.ts';
import type { texts, Word } from './texts.ts';

type Text = Texts<(typeof texts)['fr']>;
type Name = keyof Rights;

/** A single right, which can be granted by itself. */
export interface RightLine {
  readonly name: Name;
  readonly value: string;
  /** The right in the form of a manifest. */
  readonly rights: Rights;
  readonly key: string;
  readonly icon: string;
}

const icons: Record<Name, string> = {
  uses: 'key-round',
  net: 'globe',
  files: 'folder-open',
  secrets: 'key-round',
  tools: 'wrench',
  servers: 'server',
  replaces: 'panel-bottom',
  notify: 'bell',
  background: 'clock',
  storage: 'database',
};

/** What a right that an extension defines is called, by `<id>:<name>`. */
export type DefinedRights = ReadonlyMap<string, DefinedRight>;

/** The rights that the given extensions define. */
export function definedRights(extensions: readonly Pick<ListedExtension, 'id' | 'definesRights'>[]): DefinedRights {
  return new Map(
    extensions.flatMap(({ id, definesRights = {} }) =>
      Object.entries(definesRights).map(([name, right]) => [`${id}:${name}`, right] as const),
    ),
  );
}

/** Splits rights into single ones, the most important first. */
export function linesOf(rights: Rights): readonly RightLine[] {
  return (Object.keys(icons) as Name[]).flatMap(name => {
    const value = rights[name];
    if (value === true) return [line(name, '', { [name]: true })];
    if (typeof value === 'number') return [line(name, String(value), { [name]: value })];
    if (!Array.isArray(value)) return [];
    return value.map(one => line(name, typeof one === 'string' ? one : one.glob, { [name]: [one] } as Rights));
  });
}

/** The inverse of `linesOf`. */
export function rightsOf(lines: readonly RightLine[]): Rights {
  const all: Record<string, unknown> = {};
  for (const { name, rights } of lines) {
    const value = rights[name];
    all[name] = Array.isArray(value) ? [...((all[name] as unknown[] | undefined) ?? []), ...value] : value;
  }
  return all as Rights;
}

/** "May reach api.example.org". */
export function sentenceOf(text: Text, defined: DefinedRights, { name, value, rights }: RightLine): string {
  if (name === 'uses') return text.of('may.uses', { value: defined.get(value)?.title ?? value });
  const [file] = rights.files ?? [];
  const key = file === undefined ? `may.${name}` : `may.files.${file.mode}.${file.in}`;
  return text.of(key as Word, { value });
}

/** The value for a table; of a file right, with its mode and base folder. */
export function shownValue(text: Text, defined: DefinedRights, { name, value, rights }: RightLine): string {
  if (name === 'uses') return defined.get(value)?.title ?? value;
  const [file] = rights.files ?? [];
  if (file === undefined) return value;
  return `${value} · ${text.of(`mode.${file.mode}` as Word)}, ${text.of(`in.${file.in}` as Word)}`;
}

/** The icon of a line; a right of an extension may have its own. */
export function iconOf(defined: DefinedRights, { name, value, icon }: RightLine): string {
  return (name === 'uses' ? defined.get(value)?.icon : undefined) ?? icon;
}

function line(name: Name, value: string, rights: Rights): RightLine {
  return { name, value, rights, key: JSON.stringify(rights), icon: icons[name] };
}
