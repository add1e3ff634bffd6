import { readFileSync } from 'node:fs';
import { sep } from 'node:path';
import type { Atelier, Manifest } from '@atelier/schemas/manifest.ts';
import { validateManifest } from '@atelier/schemas/manifest.validate.js';
import { extensionErrors } from '../errors/extension.ts';
import { describeViolations } from '../schema/violations.ts';
import { type Contributes, checkContributes, type Problem } from './contributes.ts';
import type { Planned, Refusal } from './plan.ts';

/** An extension as it was found on disk: the manifest's facts in the shape the kernel works with. */
export interface Found extends Planned {
  readonly description: string | undefined;
  readonly atelier: Omit<Atelier, 'contributes'>;
  readonly contributes: Contributes;
  /** What was wrong with single contributions; the extension itself goes on. */
  readonly problems: readonly Problem[];
}

/** What reading one package.json came to. */
export type Reading = { readonly found: Found } | Refusal;

/** Reads and validates the package.json of one folder; undefined where the folder holds no extension at all. */
export function readManifest(folder: string, bundled: boolean): Reading | undefined {
  let text: string;
  try {
    text = readFileSync(`${folder}${sep}package.json`, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || (error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined;
    return unreadable(folder, (error as Error).message);
  }
  let value: unknown;
  try {
    value = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch (error) {
    return unreadable(folder, (error as Error).message);
  }
  return readingOf(value, folder, bundled);
}

/** Validates what a package.json holds. */
export function readingOf(value: unknown, folder: string, bundled: boolean): Reading {
  if (!validateManifest(value)) {
    const id = nameIn(value) ?? folder;
    const violations = describeViolations(validateManifest.errors, value);
    return { id, folder, error: extensionErrors['extension/manifest-invalid']({ id, folder, violations }) };
  }
  return { found: foundOf(value, folder, bundled) };
}

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

function unreadable(folder: string, reason: string): Reading {
  return { id: folder, folder, error: extensionErrors['extension/manifest-unreadable']({ folder, reason }) };
}

function nameIn(value: unknown): string | undefined {
  const name = typeof value === 'object' && value !== null ? (value as { name?: unknown }).name : undefined;
  return typeof name === 'string' && name.length <= 214 ? name : undefined;
}
