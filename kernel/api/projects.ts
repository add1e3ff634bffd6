import { defineHook } from './hook.ts';

/** A project of the person: a folder that they added to Atelier. */
export interface Project {
  readonly id: string;
  readonly name: string;
}

/** What is known of a file without reading it. */
export interface FileFacts {
  readonly size: number;
  /** When it was last changed, in milliseconds since 1970. */
  readonly changedAt: number;
}

/**
 * The files of one project, as far as a glob of `atelier.rights.files` with `"in": "project"` fits them and the person granted it. Paths
 * are relative to the project's folder. A link is never followed, and nothing in a `.git` folder is a file here.
 */
export interface ProjectFiles {
  /** The paths of all files that it may read, or of those below a folder, in the order of their names. At most 10,000. */
  list(folder?: string): Promise<readonly string[]>;
  /** Undefined if there is no such file. */
  stat(path: string): Promise<FileFacts | undefined>;
  /** At most 10 MiB. */
  read(path: string): Promise<Uint8Array>;
  /** Replaces the file as a whole, or creates it with its folders. */
  write(path: string, content: string | Uint8Array): Promise<void>;
  /** Needs the right to write. */
  remove(path: string): Promise<void>;
  /**
   * Waits until a file that it may read was created, changed or removed since the last call, and returns their paths. The first call
   * begins the watch, so call it before you read. Names that begin with a dot and `node_modules` are not watched, nor more than 2,000
   * folders. At most 1,000 paths are told at once: with so many, list anew. Rejects when `signal` aborts, when the extension stops, and
   * at the next change or call after the person removed the project or took the right away.
   */
  changes(signal?: AbortSignal): Promise<readonly string[]>;
}

/** The projects of the person, for an extension with files in them. */
export interface Projects {
  all(): Promise<readonly Project[]>;
  files(project: string): ProjectFiles;
}

/** A project with its folder, which no third-party extension is told. */
export interface ProjectFolder extends Project {
  readonly folder: string;
}

/** The kernel asks for the folders of the projects; who keeps projects adds theirs. */
export const projectFolders = defineHook.pipe<readonly ProjectFolder[]>('@atelier/kernel:projectFolders@1');
