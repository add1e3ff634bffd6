import { type ErrorDetails, ownerOf } from '@atelier/kernel';
import type { Atelier } from '@atelier/schemas/manifest.ts';
import type { CommandContribution } from '@atelier/schemas/points/commands.ts';
import { validateCommandContribution } from '@atelier/schemas/points/commands.validate.js';
import type { DeepLinkContribution } from '@atelier/schemas/points/deep-links.ts';
import { validateDeepLinkContribution } from '@atelier/schemas/points/deep-links.validate.js';
import type { KeybindingContribution } from '@atelier/schemas/points/keybindings.ts';
import { validateKeybindingContribution } from '@atelier/schemas/points/keybindings.validate.js';
import type { ViewContribution } from '@atelier/schemas/points/views.ts';
import { validateViewContribution } from '@atelier/schemas/points/views.validate.js';
import type { extensionErrors } from '../errors/extension.ts';
import { perhapsMeant } from '../schema/violation-texts.ts';
import { describeViolations } from '../schema/violations.ts';
import { prefixOf } from '../slug.ts';
import { mayUse } from './declared.ts';

/** Checked static contributions: those to the kernel's own points typed, those to other points raw until their owner reads them. */
export interface Contributes {
  readonly views: readonly ViewContribution[];
  readonly commands: readonly CommandContribution[];
  readonly keybindings: readonly KeybindingContribution[];
  readonly deepLinks: readonly DeepLinkContribution[];
  /** Point key to entries. */
  readonly others: Readonly<Record<string, readonly object[]>>;
}

/** A problem in a form that can be stored and shown in any language later. */
export interface Problem {
  readonly code: keyof typeof extensionErrors;
  readonly details: ErrorDetails;
}

/** The points with a short name in manifests. */
export const kernelPoints = {
  views: '@atelier/kernel:views@1',
  commands: '@atelier/kernel:commands@1',
  keybindings: '@atelier/kernel:keybindings@1',
  deepLinks: '@atelier/kernel:deepLinks@1',
} as const;

const validators = {
  views: validateViewContribution,
  commands: validateCommandContribution,
  keybindings: validateKeybindingContribution,
  deepLinks: validateDeepLinkContribution,
};
type ShortName = keyof typeof validators;

/** The extension whose contributions are checked, and the prefix that their names must have. */
interface Names {
  readonly id: string;
  readonly dotted: string;
  readonly hyphened: string;
}

const none: readonly object[] = [];

/** Checks the contributions of one manifest: an invalid entry is dropped with a problem that names it, the others are kept. */
export function checkContributes(
  id: string,
  atelier: Omit<Atelier, 'contributes'>,
  raw: Readonly<Record<string, readonly object[]>>,
): { contributes: Contributes; problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const kept: Record<ShortName, readonly object[]> = { views: none, commands: none, keybindings: none, deepLinks: none };
  const others: Record<string, readonly object[]> = {};
  const word = prefixOf(id);
  const names: Names = { id, dotted: `${word}.`, hyphened: `${word}-` };
  for (const point in raw) {
    const entries = raw[point]!;
    if (isShort(point)) {
      const seen = new Set<string>();
      kept[point] = entries.filter(entry => fits(names, atelier, point, entry, problems) && isFirst(id, point, entry, seen, problems));
      continue;
    }
    const owner = ownerOf(point);
    if (!point.includes(':')) {
      const known = Object.keys(validators);
      problems.push({
        code: 'extension/unknown-point',
        details: { id, point, owner: 'Atelier', known, meant: perhapsMeant(point, known) },
      });
    } else if (!mayUse(id, atelier, owner)) {
      problems.push({ code: 'extension/undeclared-dependency', details: { id, what: point, owner } });
    } else {
      others[point] = entries;
    }
  }
  return { contributes: { ...(kept as unknown as Omit<Contributes, 'others'>), others }, problems };
}

function isShort(point: string): point is ShortName {
  return Object.hasOwn(validators, point);
}

function fits(names: Names, atelier: Omit<Atelier, 'contributes'>, point: ShortName, entry: object, problems: Problem[]): boolean {
  const validate = validators[point];
  if (!validate(entry)) {
    const violations = describeViolations(validate.errors, entry);
    problems.push({ code: 'extension/invalid-contribution', details: { id: names.id, point, violations } });
    return false;
  }
  return namedRightly(names, point, entry, problems) && asksToReplace(names.id, atelier, entry, problems);
}

/** Of two with one id the first is kept, as of two extensions. */
function isFirst(id: string, point: ShortName, entry: object, seen: Set<string>, problems: Problem[]): boolean {
  const { id: name } = entry as { id?: string };
  if (name === undefined) return true;
  if (seen.has(name)) problems.push({ code: 'extension/duplicate-contribution', details: { id, name, point, other: id } });
  return !seen.has(name) && seen.add(name).size > 0;
}

function namedRightly({ id, dotted, hyphened }: Names, point: ShortName, entry: object, problems: Problem[]): boolean {
  const { id: name, element, command } = entry as { id?: string; element?: string; command?: string };
  const isRight = (given: string | undefined, word: string): boolean => {
    if (given === undefined || given.startsWith(word)) return true;
    problems.push({ code: 'extension/contribution-name', details: { id, name: given, word } });
    return false;
  };
  return isRight(name, dotted) && isRight(element, hyphened) && (point !== 'deepLinks' || isRight(command, dotted));
}

function asksToReplace(id: string, atelier: Omit<Atelier, 'contributes'>, entry: object, problems: Problem[]): boolean {
  const { replaces } = entry as { replaces?: string };
  if (replaces === undefined || atelier.rights?.replaces?.includes(replaces)) return true;
  problems.push({ code: 'extension/right-missing', details: { id, what: `replaces: "${replaces}"`, line: `"replaces": ["${replaces}"]` } });
  return false;
}
