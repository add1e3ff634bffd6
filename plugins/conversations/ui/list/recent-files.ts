const stored = 'atelier.files';
const mostProjects = 20;
const mostFiles = 8;

/** A file that was mentioned from the palette or the start page. */
export interface RecentFile {
  readonly path: string;
  readonly folder?: boolean;
}

/** The files that were mentioned last in a project, the newest first. Kept in this browser. */
export function recentFiles(project: string): readonly RecentFile[] {
  return read().find(([id]) => id === project)?.[1] ?? [];
}

export function keepRecentFile(project: string, { path, folder = false }: RecentFile): void {
  const files = [{ path, folder }, ...recentFiles(project).filter(one => one.path !== path)].slice(0, mostFiles);
  const all = [[project, files], ...read().filter(([id]) => id !== project)].slice(0, mostProjects);
  try {
    localStorage.setItem(stored, JSON.stringify(all));
  } catch {
    // Without it, the palette only begins without files.
  }
}

function read(): readonly (readonly [string, readonly RecentFile[]])[] {
  try {
    const all: unknown = JSON.parse(localStorage.getItem(stored) ?? '[]');
    return Array.isArray(all) ? all.filter(isEntry) : [];
  } catch {
    return [];
  }
}

function isEntry(value: unknown): value is readonly [string, readonly RecentFile[]] {
  if (!Array.isArray(value) || typeof value[0] !== 'string' || !Array.isArray(value[1])) return false;
  return value[1].every(one => typeof (one as Partial<RecentFile> | null)?.path === 'string');
}
