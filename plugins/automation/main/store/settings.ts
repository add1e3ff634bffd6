import type { Database } from '@atelier/kernel';
import { readJson } from './json.ts';

const mostFolders = 50;

/** Whether all rules are paused, or run while Atelier is closed too; kept across restarts. */
export function openSwitch(db: Database, name: 'paused' | 'whileClosed'): { get(): boolean; set(isOn: boolean): void } {
  const read = db.prepare<{ value: string }>('SELECT value FROM settings WHERE name = ?');
  const write = db.prepare('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)');
  let isOn = read.get(name)?.value === 'true';
  return {
    get: () => isOn,
    set(to) {
      write.run(name, String(to));
      isOn = to;
    },
  };
}

/** The folders that the person chose for results. */
export function openFolders(db: Database): { all(): readonly string[]; add(folder: string): void } {
  const read = db.prepare<{ value: string }>("SELECT value FROM settings WHERE name = 'folders'");
  const write = db.prepare("INSERT OR REPLACE INTO settings (name, value) VALUES ('folders', ?)");
  const all = () => (readJson(read.get()?.value) ?? []) as readonly string[];
  return {
    all,
    add: folder => void write.run(JSON.stringify([folder, ...all().filter(other => other !== folder)].slice(0, mostFolders))),
  };
}
