import { existsSync, lstatSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathIn } from '@atelier/schemas/profile/paths.mjs';

/** A profile for an author, without the first-run steps, which would cover the extension. An existing profile is not changed. */
export function makeProfile(userData: string): void {
  const choices = pathIn(userData, 'choices');
  if (existsSync(choices)) return;
  mkdirSync(userData, { recursive: true, mode: 0o700 });
  writeFileSync(choices, JSON.stringify({ extensions: { '@atelier/onboarding': { enabled: false } } }), { mode: 0o600 });
}

/** The app resolves the link, so it runs the files that the author edits. */
export function link(folder: string, installed: string, slug: string): void {
  mkdirSync(installed, { recursive: true, mode: 0o700 });
  const place = join(installed, slug);
  if (lstatSync(place, { throwIfNoEntry: false }) !== undefined) rmSync(place, { recursive: true });
  symlinkSync(folder, place, 'junction');
}
