import type { Item } from './items.ts';

/** The actions of the list's keys, besides navigation. */
export interface KeyActs {
  rename(): void;
  remove(): void;
  menu(): void;
  fold(folded: boolean): void;
  shift(by: number): unknown;
  toggle(): unknown;
  all(): void;
  /** Whether there was anything to clear. */
  clear(): boolean;
}

/** Handles a key on a line of the list; returns whether it did. */
export function handleKey(event: KeyboardEvent, item: Item | undefined, acts: KeyActs): boolean {
  const { key, altKey } = event;
  const mod = event.ctrlKey || event.metaKey;
  if (mod && key.toLowerCase() === 'a') acts.all();
  else if (mod && key === ' ') acts.toggle();
  else if (key === 'Escape') return acts.clear();
  else if (altKey && (key === 'ArrowUp' || key === 'ArrowDown') && item?.kind === 'project') acts.shift(key === 'ArrowUp' ? -1 : 1);
  else if (mod || altKey) return false;
  else if (key === 'F2') acts.rename();
  else if (key === 'Delete') acts.remove();
  else if (key === 'ContextMenu' || key === ' ' || (key === 'F10' && event.shiftKey)) acts.menu();
  else if (isFolding(key, item)) acts.fold(key === 'ArrowLeft');
  else return false;
  return true;
}

function isFolding(key: string, item: Item | undefined): boolean {
  if (item?.kind !== 'project' && item?.kind !== 'without') return false;
  const folded = item.kind === 'project' ? item.project.folded : item.folded;
  return key === (folded ? 'ArrowRight' : 'ArrowLeft');
}
