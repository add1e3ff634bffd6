import { randomUUID } from 'node:crypto';
import { realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join, parse, relative, sep } from 'node:path';
import { type ExtensionPaths, visibleText } from '@atelier/kernel';
import { errors } from '../errors.ts';
import { cleanTitle } from '../sending/titles.ts';
import type { ProjectRecords } from './projects.ts';

/** The real path of a folder; throws if it is no folder, if it is the root or the home folder, or if it is closed to tools. */
export function checkedFolder(folder: string, paths: Pick<ExtensionPaths, 'profile' | 'openToTools'>): string {
  let real: string;
  try {
    real = realpathSync(folder);
    if (!statSync(real).isDirectory()) throw new Error('no folder');
  } catch (cause) {
    throw errors['conversations/folder-missing']({ folder }, cause);
  }
  const reason =
    real === parse(real).root
      ? { en: 'it is the root of the disk', fr: 'c’est la racine du disque' }
      : real === homedir()
        ? { en: 'it is your home folder, with everything that is yours', fr: 'c’est votre dossier personnel, avec tout ce qui est à vous' }
        : isClosed(real, paths)
          ? { en: 'it belongs to the data of Atelier', fr: 'il fait partie des données d’Atelier' }
          : undefined;
  if (reason !== undefined) throw errors['conversations/folder-refused']({ folder, reason });
  return real;
}

function isClosed(real: string, paths: Pick<ExtensionPaths, 'profile' | 'openToTools'>): boolean {
  const profile = realpathSync(paths.profile('profile'));
  const isIn = (folder: string) => real === folder || real.startsWith(folder + sep);
  // Written from the real profile, so that a link in place of an open folder opens nothing.
  return isIn(profile) && !paths.openToTools().some(open => isIn(join(profile, relative(paths.profile('profile'), open))));
}

export function nameOf(folder: string): string {
  return visibleText(basename(folder).replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ') || folder, 'name');
}

/** The project of a folder; adds one that is called like it. Neither the folder nor what is in it is changed. */
export function projectAt(projects: ProjectRecords, folder: string, paths: Pick<ExtensionPaths, 'profile' | 'openToTools'>): string {
  const real = checkedFolder(folder, paths);
  const existing = projects.atFolder(real);
  if (existing !== undefined) return existing.id;
  const id = randomUUID();
  projects.add({ id, name: cleanTitle(nameOf(real)) || real, folder: real }, Date.now());
  return id;
}
