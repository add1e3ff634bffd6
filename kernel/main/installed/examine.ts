import { realpathSync } from 'node:fs';
import type { ExaminedExtension, Rights } from '@atelier/kernel';
import type { Decisions } from '../decisions.ts';
import { extensionErrors } from '../errors/extension.ts';
import type { KnownExtensions } from '../lifecycle/extension-records.ts';
import type { CurrentPlan } from '../manifest/current-plan.ts';
import { type Found, readingOf, readManifest } from '../manifest/manifest.ts';
import { prefixOf } from '../slug.ts';
import { version as kernelVersion } from '../version.ts';

/** The known extensions, and those that may run. */
export interface ExamineParts {
  readonly extensions: KnownExtensions;
  readonly plan: CurrentPlan;
  readonly decisions: Decisions;
}

/** The facts of a package.json; throws the reason if its extension cannot run here. */
export function foundIn(manifest: unknown): Found {
  const reading = readingOf(manifest, nameOf(manifest), false);
  if (!('found' in reading)) throw reading.error;
  return reading.found;
}

/** The extension in a folder, with its real path; throws if there is none. */
export function foundInFolder(folder: string): Found {
  const reading = readManifest(realpathSync(folder), false);
  if (!reading) throw extensionErrors['extension/manifest-unreadable']({ folder, reason: 'it holds no package.json' });
  if (!('found' in reading)) throw reading.error;
  return reading.found;
}

/** Checks whether an extension could run here beside the others, and what that would change; throws the reason if it could not. */
export async function examine({ extensions, plan: current, decisions }: ExamineParts, found: Found): Promise<ExaminedExtension> {
  const { id, version, atelier, requires, optional } = found;
  const others = [...extensions.values()].map(record => record.found).filter(other => other.id !== id);
  if (extensions.get(id)?.found.bundled) throw extensionErrors['extension/built-in']({ id });
  const alike = others.find(other => !other.bundled && prefixOf(other.id) === prefixOf(id));
  if (alike) throw extensionErrors['extension/word-in-use']({ id, word: prefixOf(id), other: alike.id });
  const { plan } = await import('../manifest/plan.ts');
  const off = new Set([...decisions.off].filter(one => one !== id));
  const next = plan([...others, found], kernelVersion, off);
  const refusal = next.refusals.find(one => one.id === id);
  if (refusal) throw refusal.error;
  const breaks = next.refusals.map(one => one.id).filter(one => current.position(one) !== undefined);
  return { id, version, asks: (atelier.rights ?? {}) as Rights, requires, optional, breaks };
}

function nameOf(manifest: unknown): string {
  const name = (manifest as { name?: unknown } | null | undefined)?.name;
  return typeof name === 'string' ? name.slice(0, 214) : 'package.json';
}
