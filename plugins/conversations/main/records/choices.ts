import type { Database } from '@atelier/kernel';
import type { Preferences, View } from '../../contract/index.ts';

const usualView: View = { organize: 'project', sort: 'created', show: 'all' };
const usualPreferences: Preferences = {
  notifyDone: true,
  notifyNeedsYou: true,
  notifyFailed: true,
  chime: true,
  titles: 'ai',
  density: 'lines',
  showThinking: true,
};

export interface Choices {
  view(): View;
  changeView(change: Partial<View>): View;
  preferences(): Preferences;
  changePreferences(change: Partial<Preferences>): Preferences;
  /** The model that was used last; a new conversation begins with it. */
  lastModel(): string | undefined;
  keepLastModel(model: string): void;
}

/** The person's preferences for conversations. */
export function openChoices(db: Database): Choices {
  const read = db.prepare<{ value: string }>('SELECT value FROM settings WHERE name = ?');
  const write = db.prepare('INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value');
  const kept = <T extends object>(name: string, usual: T): T => ({
    ...usual,
    ...fitting(parsed(read.get(name)?.value) as Partial<T>, usual),
  });
  const changed = <T extends object>(name: string, usual: T, change: Partial<T>): T => {
    const now = { ...kept(name, usual), ...change };
    write.run(name, JSON.stringify(now));
    return now;
  };
  return {
    view: () => kept('view', usualView),
    changeView: change => changed('view', usualView, change),
    preferences: () => kept('preferences', usualPreferences),
    changePreferences: change => changed('preferences', usualPreferences, change),
    lastModel: () => kept<{ model?: string }>('last', {}).model,
    keepLastModel: model => void changed<{ model?: string }>('last', {}, { model }),
  };
}

function parsed(text: string | undefined): object {
  if (text === undefined) return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

const words: Readonly<Record<string, readonly unknown[]>> = {
  titles: ['words', 'ai'],
  density: ['compact', 'lines', 'open'],
  organize: ['project', 'time'],
  sort: ['created', 'updated'],
  show: ['all', 'relevant'],
};

/** Ignores stored values that are invalid: their defaults apply, and nothing is overwritten until the person changes a preference. */
function fitting<T extends object>(kept: Partial<T>, usual: T): Partial<T> {
  const entries = Object.entries(kept).filter(([name, value]) => {
    if (!Object.hasOwn(usual, name)) return name === 'model' && typeof value === 'string';
    return Object.hasOwn(words, name)
      ? words[name]?.includes(value) === true
      : typeof value === typeof (usual as Record<string, unknown>)[name];
  });
  return Object.fromEntries(entries) as Partial<T>;
}
