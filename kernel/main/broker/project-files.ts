import { sep } from 'node:path';
import type { FileRight, ProjectFiles, ProjectFolder, Projects } from '@atelier/kernel';
import { isolateErrors } from '../errors/isolate.ts';
import { fitsOne, type GrantedFiles, grantedFiles } from './granted-files.ts';
import { ProjectWatch } from './project-watch.ts';

type Right = Pick<FileRight, 'glob' | 'mode'>;

/** What one extension may do in the person's projects. */
export interface ProjectsGrant {
  readonly id: string;
  /** Called at every use, so that a change is effective at once; throws where it has no such right. */
  rights(): readonly Right[];
  /** Those of each installed extension that it acts for, which has the lesser right of both; throws for one that has none. */
  rightsOfAskers(): readonly (readonly Right[])[];
  folders(): Promise<readonly ProjectFolder[]>;
  readonly maxBytes: number;
  /** Atelier's own data, which a project may contain. */
  readonly closed: string;
  readonly signal: AbortSignal;
}

/**
 * What git reads there makes it run programs; no glob opens it, under none of the names that a file system of macOS or Windows takes
 * for the same: with signs that are not seen, with dots or spaces at the end, with a stream, or short.
 */
export const isOfGit = (path: string): boolean =>
  path.split('/').some(part => {
    const name = part.split(':', 1)[0]?.replaceAll(ignoredSigns, '').toLowerCase() ?? '';
    return /^(?:\.git|git~\d+)[. ]*$/.test(name);
  });

const ignoredSigns = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/** The files of the person's projects, for one extension. */
export function projectsOf(grant: ProjectsGrant): Projects {
  const { id, maxBytes, closed, signal } = grant;
  const watches = new Map<string, ProjectWatch>();
  signal.addEventListener('abort', () => {
    for (const watch of watches.values()) watch.close();
    watches.clear();
  });

  const isRefused = (path: string, mode: FileRight['mode']) =>
    isOfGit(path) || grant.rightsOfAskers().some(rights => !fitsOne(rights, path, mode));

  async function folderOf(project: string): Promise<string> {
    grant.rights();
    grant.rightsOfAskers();
    const folders = await grant.folders();
    // What the person removed or moved is not watched any longer, and who waits for it is told.
    for (const [of, watch] of watches) {
      if (folders.some(each => each.id === of && withoutEnd(each.folder) === watch.root)) continue;
      watch.close();
      watches.delete(of);
    }
    const found = folders.find(each => each.id === project);
    if (found === undefined) throw isolateErrors['files/no-project']({ id, project });
    return withoutEnd(found.folder);
  }

  async function filesOf(project: string): Promise<GrantedFiles> {
    return grantedFiles({
      id,
      root: await folderOf(project),
      rights: grant.rights,
      maxBytes,
      closed,
      isClosed: (path, mode) => (mode === undefined ? isOfGit(path) : isRefused(path, mode)),
    });
  }

  async function changes(project: string, ended: AbortSignal | undefined): Promise<readonly string[]> {
    const isReadable = (path: string) => !isRefused(path, 'read') && fitsOne(grant.rights(), path, 'read');
    const either = ended === undefined ? signal : AbortSignal.any([ended, signal]);
    for (;;) {
      either.throwIfAborted();
      const root = await folderOf(project);
      const watch = watches.get(project) ?? new ProjectWatch(root, closed);
      watches.set(project, watch);
      const paths = (await watch.next(either)).filter(isReadable);
      // It may have been removed while it was waited for.
      if (paths.length > 0 && (await folderOf(project)) === root) return paths.toSorted();
    }
  }

  return {
    async all() {
      grant.rights();
      grant.rightsOfAskers();
      return (await grant.folders()).map(project => ({ id: project.id, name: project.name }));
    },
    files: (project): ProjectFiles => ({
      list: async (folder = '') => (await filesOf(project)).walk(folder),
      stat: async path => (await filesOf(project)).stat(path),
      read: async path => (await filesOf(project)).read(path),
      write: async (path, content) => (await filesOf(project)).write(path, content),
      remove: async path => (await filesOf(project)).remove(path),
      changes: async ended => changes(project, ended),
    }),
  };
}

const withoutEnd = (folder: string): string => (folder.endsWith(sep) ? folder.slice(0, -1) : folder);
