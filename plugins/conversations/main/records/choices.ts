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
  /** As they are stored. */
  all(): readonly (readonly [name: string, value: string])[];
  /** Puts one back that is not stored. */
  putBack(name: string, value: string): void;
}

/** The person's preferences for conversations. `stored` hears of each that was stored. */
export function openChoices(db: Database, stored: (name: string, value: string) => void = () => undefined): Choices {
  const read = db.prepare<{ value: string }>('SELECT value FROM settings WHERE name = ?');
  const write = db.prepare('INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value');
  const all = db.prepare<{ name: string; value: string }>('SELECT name, value FROM settings ORDER BY name');
  const add = db.prepare('INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING');
  const kept = <T extends object>(name: string, usual: T): T => ({
    ...usual,
    ...fitting(parsed(read.get(name)?.value) as Partial<T>, usual),
  });
  const changed = <T extends object>(name: string, usual: T, change: Partial<T>): T => {
    const now = { ...kept(name, usual), ...change };
    const value = JSON.stringify(now);
    if (value === read.get(name)?.value) return now;
    write.run(name, value);
    stored(name, value);
    return now;
  };
  return {
    view: () => kept('view', usualView),
    changeView: change => changed('view', usualView, change),
    preferences: () => kept('preferences', usualPreferences),
    changePreferences: change => changed('preferences', usualPreferences, change),
    lastModel: () => kept<{ model?: string }>('last', {}).model,
    keepLastModel: model => void changed<{ model?: string }>('last', {}, { model }),
    all: () => all.all().map(({ name, value }) => [name, value] as const),
    putBack: (name, value) => void add.run(name, value),
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
