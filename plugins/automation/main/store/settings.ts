import type { Database } from '@atelier/kernel';

const mostFolders = 50;

/** Whether all rules are paused; kept across restarts. */
export function openPause(db: Database): { get(): boolean; set(isPaused: boolean): void } {
  const read = db.prepare<{ value: string }>("SELECT value FROM settings WHERE name = 'paused'");
  const write = db.prepare("INSERT OR REPLACE INTO settings (name, value) VALUES ('paused', ?)");
  let isPaused = read.get()?.value === 'true';
  return {
    get: () => isPaused,
    set(to) {
      write.run(String(to));
      isPaused = to;
    },
  };
}

/** The folders that the person chose for results. */
export function openFolders(db: Database): { all(): readonly string[]; add(folder: string): void } {
  const read = db.prepare<{ value: string }>("SELECT value FROM settings WHERE name = 'folders'");
  const write = db.prepare("INSERT OR REPLACE INTO settings (name, value) VALUES ('folders', ?)");
  const all = () => JSON.parse(read.get()?.value ?? '[]') as readonly string[];
  return {
    all,
    add: folder => void write.run(JSON.stringify([folder, ...all().filter(other => other !== folder)].slice(0, mostFolders))),
  };
}
