import { existsSync, lstatSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathIn } from '@atelier/schemas/profile/paths.mjs';

/**
 * Creates a profile without the first-run steps, which would cover the extension, in the language of this terminal, for which those steps
 * would ask. Does not change an existing profile.
 */
export function makeProfile(userData: string, language: 'en' | 'fr'): void {
  const choices = pathIn(userData, 'choices');
  if (existsSync(choices)) return;
  mkdirSync(userData, { recursive: true, mode: 0o700 });
  writeFileSync(choices, JSON.stringify({ language, extensions: { '@atelier/onboarding': { enabled: false } } }), { mode: 0o600 });
}

/** Links the folder into the installed extensions. The app resolves the link, so it runs the files that the author edits. */
export function linkExtension(folder: string, installed: string, slug: string): void {
  mkdirSync(installed, { recursive: true, mode: 0o700 });
  const path = join(installed, slug);
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) rmSync(path, { recursive: true });
  symlinkSync(folder, path, 'junction');
}
