import { tmpdir } from 'node:os';
import { isAbsolute, resolve } from 'node:path';
import type { CommandExpansionPart } from 'unbash';
import type { Overview } from './overview.ts';
import { anyName, isFixed, type SimpleCommand, unknown } from './shell-line.ts';

/** Where `cd` goes from a folder; undefined if that is not known. */
export function goneTo(place: string | undefined, target: string): string | undefined {
  if (!isFixed(target) || target === '-' || target === '') return undefined;
  if (isAbsolute(target)) return resolve(target);
  return place === undefined ? undefined : resolve(place, target);
}

/** The path of a new temporary file, or of the working directory, if that is what a substituted command prints. */
export function resultOf(
  { script }: CommandExpansionPart,
  places: SimpleCommand['places'],
  { assigned }: Overview,
): readonly string[] | undefined {
  const [statement, ...others] = script?.commands ?? [];
  const command = statement?.command;
  if (others.length > 0 || command?.type !== 'Command') return undefined;
  const words = [command.name, ...command.args].map(word => (word?.type === 'Word' && word.parts === undefined ? word.value : unknown));
  const [name, ...given] = words;
  if (name === 'pwd' && given.length === 0) return places.map(place => place ?? unknown);
  if (name !== 'mktemp' || assigned.has('TMPDIR')) return undefined;
  return given.every(word => /^-[dqu]+$/.test(word)) ? [`${tmpdir()}/tmp.${anyName}`] : undefined;
}
