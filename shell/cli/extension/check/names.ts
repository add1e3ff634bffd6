import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AppError } from '@atelier/kernel';
import { type AuthoredExtension, perhapsMeant } from '@atelier/kernel/authoring';
import { findingErrors } from '../findings.ts';
import { ownExtensible } from './own-points.ts';
import type { Source } from './sources.ts';

/** Finds points, hooks, commands and elements that are named and that there are not, and entries that their point does not take. */
export async function checkNames(
  root: string,
  folder: string,
  extension: AuthoredExtension,
  sources: readonly Source[],
  ui: Source | undefined,
): Promise<readonly AppError[]> {
  const manifest = readFileSync(join(folder, 'package.json'), 'utf8');
  const place = (name: string) => `package.json:${lineOf(manifest, JSON.stringify(name))}`;
  return [
    ...(await ofOthers(root, extension, place)),
    ...commandsIn(extension, place),
    ...commandsCalled(extension, sources),
    ...elements(extension, ui, place),
  ];
}

type Place = (name: string) => string;

async function ofOthers(root: string, { atelier, contributes }: AuthoredExtension, place: Place): Promise<readonly AppError[]> {
  const own = ownExtensible(root);
  const ownerOf = (key: string) => own.get(key.slice(0, key.indexOf(':')));
  const unknown = (key: string, kind: 'hook' | 'point', known: readonly string[]) =>
    findingErrors['author/unknown-name']({
      ...{ file: place(key), name: key, kind: kinds[kind], known: known.join(', ') || '-', meant: perhapsMeant(key, known) },
    });
  const hooks = (atelier.taps ?? []).flatMap(key => {
    const known = ownerOf(key)?.hooks;
    return known === undefined || known.includes(key) ? [] : [unknown(key, 'hook', known)];
  });
  const points = Object.entries(contributes.others).map(async ([key, entries]) => {
    const known = ownerOf(key)?.points;
    if (known === undefined) return [];
    const check = known.get(key);
    if (check === undefined) return [unknown(key, 'point', [...known.keys()])];
    const checked = entries.map(async (entry, index) => {
      const violations = await check(entry);
      return violations === undefined
        ? []
        : [findingErrors['author/entry-invalid']({ file: place(key), point: key, number: index + 1, violations })];
    });
    return (await Promise.all(checked)).flat();
  });
  return [...hooks, ...(await Promise.all(points)).flat()];
}

const kinds = {
  hook: { en: 'hook', fr: 'point d’accroche' },
  point: { en: 'point', fr: 'point d’extension' },
  command: { en: 'command', fr: 'commande' },
  element: { en: 'element', fr: 'élément' },
};

/** Commands of this extension that its entries name and that it does not declare. */
function commandsIn({ id, contributes }: AuthoredExtension, place: Place): readonly AppError[] {
  const { commands, others, keybindings, deepLinks } = contributes;
  const entries = [...keybindings, ...deepLinks, ...Object.values(others).flat()];
  const known = commands.map(command => command.id);
  const named = entries.flatMap(entry =>
    Object.entries(entry).flatMap(([field, value]) =>
      field !== 'id' && typeof value === 'string' && isOwnCommand(id, value) && !isView(contributes, value) ? [value] : [],
    ),
  );
  return unknownCommands(named, known).map(name => unknownCommand(place(name), name, known));
}

/** The same in code: what is handled, and what a view runs. */
function commandsCalled({ id, contributes }: AuthoredExtension, sources: readonly Source[]): readonly AppError[] {
  const known = contributes.commands.map(command => command.id);
  return sources.flatMap(({ file, syntax }) =>
    syntax.calls
      .filter(({ method, argument }) => (method === 'handle' || method === 'run') && isOwnCommand(id, argument))
      .filter(({ argument }) => !known.includes(argument))
      .map(({ argument, line }) => unknownCommand(`${file}:${line}`, argument, known)),
  );
}

function unknownCommand(file: string, name: string, known: readonly string[]): AppError {
  const values = { file, name, kind: kinds.command, known: known.join(', ') || '-', meant: perhapsMeant(name, known) };
  return findingErrors['author/unknown-name'](values);
}

function unknownCommands(named: readonly string[], known: readonly string[]): readonly string[] {
  return [...new Set(named)].filter(name => !known.includes(name));
}

function isOwnCommand(id: string, name: string): boolean {
  return name.startsWith(`${id.slice(id.indexOf('/') + 1)}.`) && /^[a-z][\w-]*(?:\.[a-z][\w-]*)+$/i.test(name);
}

function isView({ views }: AuthoredExtension['contributes'], name: string): boolean {
  return views.some(view => view.id === name);
}

/** Elements that a view shows and that the ui module does not export, as far as its exports stand there literally. */
function elements({ atelier, contributes }: AuthoredExtension, ui: Source | undefined, place: Place): readonly AppError[] {
  const known = ui?.syntax.elements;
  if (known === undefined || ui?.syntax.problem !== undefined) return [];
  return contributes.views.flatMap(({ element }) =>
    element === undefined || known.includes(element)
      ? []
      : [
          findingErrors['author/unknown-element']({
            ...{ file: place(element), element, ui: atelier.ui, known: known.join(', ') || '-', meant: perhapsMeant(element, known) },
          }),
        ],
  );
}

/** The line of a text, counted from one. */
function lineOf(text: string, part: string): number {
  return text.slice(0, Math.max(0, text.indexOf(part))).split('\n').length;
}
