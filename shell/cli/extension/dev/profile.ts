import { existsSync, lstatSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A profile for an author, who came to look at their extension: the first steps would lie over it. One that is there already stays as it is. */
export function makeProfile(userData: string): void {
  const choices = join(userData, 'extensions.json');
  if (existsSync(choices)) return;
  mkdirSync(userData, { recursive: true, mode: 0o700 });
  writeFileSync(choices, JSON.stringify({ extensions: { '@atelier/onboarding': { enabled: false } } }), { mode: 0o600 });
}

/** The app finds a linked folder by its real place, so what runs is what is written. */
export function link(folder: string, installed: string, slug: string): void {
  mkdirSync(installed, { recursive: true, mode: 0o700 });
  const place = join(installed, slug);
  if (lstatSync(place, { throwIfNoEntry: false }) !== undefined) rmSync(place, { recursive: true });
  symlinkSync(folder, place, 'junction');
}
