import { readFileSync } from 'node:fs';
import { sep } from 'node:path';
import { visibleText } from '@atelier/kernel';
import type { Atelier, Manifest } from '@atelier/schemas/manifest.ts';
import { validateManifest } from '@atelier/schemas/manifest.validate.js';
import { extensionErrors } from '../errors/extension.ts';
import { describeViolations } from '../schema/violations.ts';
import { type Contributes, checkContributes, type Problem } from './contributes.ts';
import type { Declared } from './declared.ts';
import { isShallow, mostLevels, withOwnPaths } from './own-paths.ts';
import type { Planned, Refusal } from './plan.ts';

/** An extension as found on disk: the facts of its manifest in the shape that the kernel works with. */
export interface Found extends Planned {
  readonly description: string | undefined;
  readonly atelier: Omit<Atelier, 'contributes'>;
  readonly contributes: Contributes;
  /** Problems of single contributions; the extension itself can run. */
  readonly problems: readonly Problem[];
}

/** The result of reading one package.json. */
export type Reading = { readonly found: Found } | Refusal;

/** Reads and validates the package.json of one folder; undefined if the folder contains no extension at all. */
export function readManifest(folder: string, bundled: boolean): Reading | undefined {
  let text: string;
  try {
    text = readFileSync(`${folder}${sep}package.json`, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || (error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined;
    return unreadable(folder, (error as Error).message);
  }
  if (text.length > mostCharacters) return tooLarge(folder, folder);
  let value: unknown;
  try {
    value = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch (error) {
    return unreadable(folder, (error as Error).message);
  }
  return readingOf(value, folder, bundled);
}

/** Validates the content of a package.json. */
export function readingOf(written: unknown, folder: string, bundled: boolean): Reading {
  if (!isShallow(written)) return tooLarge(nameIn(written) ?? folder, folder);
  const value = withOwnPaths(written);
  if (!validateManifest(value)) {
    const id = nameIn(value) ?? folder;
    const violations = describeViolations(validateManifest.errors, value);
    return { id, folder, error: extensionErrors['extension/manifest-invalid']({ id, folder, violations }) };
  }
  // Whoever reads the name of a bundled plugin trusts it.
  if (!bundled && value.name.startsWith(ownScope)) {
    return { id: value.name, folder, error: extensionErrors['extension/reserved-scope']({ id: value.name, scope: ownScope }) };
  }
  return { found: foundOf(value, folder, bundled) };
}

const ownScope = '@atelier/';
const mostCharacters = 1_000_000;

function foundOf(manifest: Manifest, folder: string, bundled: boolean): Found {
  const { name, version, description, engines } = manifest;
  const { contributes: raw, ...atelier } = manifest.atelier;
  const { contributes, problems } = checkContributes(name, atelier, raw ?? {});
  return {
    id: name,
    version,
    folder,
    bundled,
    description,
    engine: engines.atelier,
    requires: atelier.requires ?? {},
    optional: atelier.optional ?? {},
    atelier,
    contributes,
    problems,
  };
}

/** The facts that the verbs of its context need. */
export function declaredBy({ id, version, requires, optional, atelier, contributes }: Found): Declared {
  return {
    id,
    version,
    main: atelier.main ?? '',
    requires: Object.keys(requires),
    optional: Object.keys(optional),
    taps: atelier.taps ?? [],
    commands: contributes.commands.map(command => command.id),
    channels: Object.keys(atelier.channels ?? {}),
  };
}

function unreadable(folder: string, reason: string): Reading {
  return { id: folder, folder, error: extensionErrors['extension/manifest-unreadable']({ folder, reason }) };
}

function tooLarge(id: string, folder: string): Refusal {
  return { id, folder, error: extensionErrors['extension/manifest-too-large']({ id, kilobytes: mostCharacters / 1000, mostLevels }) };
}

function nameIn(value: unknown): string | undefined {
  const name = typeof value === 'object' && value !== null ? (value as { name?: unknown }).name : undefined;
  return typeof name === 'string' && name.length <= 214 ? visibleText(name, 'code') : undefined;
}
