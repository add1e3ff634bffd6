import { createHash } from 'node:crypto';
import type { Database } from '@atelier/kernel';
import type { Listed, Overview, Question, Skill, Source } from '../../contract/index.ts';
import { categoryOf } from '../format/category.ts';
import type { ReadSkill } from '../format/read-skill.ts';

/** A row of the index. */
export interface Row {
  readonly number: number;
  readonly id: string;
  readonly source: string | null;
  /** The real place of its folder in its source. */
  readonly path: string;
  readonly name: string;
  readonly description: string;
  readonly license: string | null;
  readonly version: string | null;
  readonly category: Skill['category'];
  readonly languages: string;
  readonly installs: number | null;
  readonly stars: number | null;
  readonly warning: string | null;
  readonly integrity: string;
  readonly seen_at: number;
  readonly pinned: string | null;
  readonly pinned_version: string | null;
  readonly pinned_name: string | null;
  readonly pinned_description: string | null;
  readonly is_on: number;
  readonly installed_at: number | null;
  readonly uses: number;
  readonly last_used_at: number | null;
  readonly address: string | null;
  readonly rating: number | null;
}

/** One skill that a source has now. */
export interface Seen {
  /** What it is known by, wherever the profile lies. */
  readonly key: string;
  readonly path: string;
  readonly skill: Pick<ReadSkill, 'head' | 'languages' | 'integrity'>;
}

interface SourceRow extends Pick<Source, 'id' | 'kind' | 'address' | 'skills'> {
  readonly read_at: number | null;
  readonly revision: string | null;
  readonly refusals: string;
}

/** What is being done to the files of a skill. */
export interface Change {
  readonly skill: string;
  readonly wanted: 'installed' | 'removed' | 'on' | 'off';
  readonly integrity: string | null;
}

export type Store = ReturnType<typeof openStore>;

const columns = `skills.*, sources.address AS address, ratings.stars AS rating
  FROM skills LEFT JOIN sources ON sources.id = skills.source LEFT JOIN ratings ON ratings.skill = skills.id`;

/** What is unknown comes last; of equals, what was seen last is first. */
const orders: Readonly<Record<NonNullable<Question['sort']>, string>> = {
  // No source publishes how counts change, so what is used here is what there is to go by.
  trending: 'skills.uses DESC, skills.installs IS NULL, skills.installs DESC, skills.seen_at DESC, skills.number DESC',
  installs: 'skills.installs IS NULL, skills.installs DESC, skills.seen_at DESC, skills.number DESC',
  stars: 'skills.stars IS NULL, skills.stars DESC, skills.seen_at DESC, skills.number DESC',
  recent: 'skills.seen_at DESC, skills.number DESC',
  rating: 'ratings.stars IS NULL, ratings.stars DESC, skills.seen_at DESC, skills.number DESC',
};

export function openStore(db: Database, now: () => number) {
  const byId = db.prepare<Row>(`SELECT ${columns} WHERE skills.id = ?`);
  const byName = db.prepare<Row>(`SELECT ${columns} WHERE skills.pinned_name = ? AND skills.pinned IS NOT NULL`);
  const on = db.prepare<Row>(`SELECT ${columns} WHERE skills.pinned IS NOT NULL AND skills.is_on = 1 ORDER BY skills.pinned_name`);
  const ofSource = db.prepare<{ id: string; pinned: string | null }>('SELECT id, pinned FROM skills WHERE source = ?');
  const upsert = db.prepare(
    `INSERT INTO skills (id, source, path, name, description, license, version, category, languages, warning, integrity, seen_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET source = excluded.source, path = excluded.path, name = excluded.name, description = excluded.description,
       license = excluded.license, version = excluded.version, category = excluded.category, languages = excluded.languages,
       warning = excluded.warning, integrity = excluded.integrity`,
  );
  const drop = db.prepare('DELETE FROM skills WHERE id = ? AND pinned IS NULL');
  const release = db.prepare('UPDATE skills SET source = NULL WHERE id = ?');
  const addSource = db.prepare(
    'INSERT INTO sources (id, kind, address, added_at, read_at) VALUES (?, ?, ?, ?, NULL) ON CONFLICT (address) DO NOTHING',
  );
  const readNow = db.prepare('UPDATE sources SET read_at = ?, revision = ?, refusals = ? WHERE id = ?');
  const selectSources = db.prepare<SourceRow>(
    `SELECT sources.id, kind, address, read_at, revision, refusals, (SELECT count(*) FROM skills WHERE source = sources.id) AS skills
     FROM sources ORDER BY added_at, id`,
  );
  const removeSource = db.prepare('DELETE FROM sources WHERE id = ?');
  const dropOf = db.prepare('DELETE FROM skills WHERE source = ? AND pinned IS NULL');
  const pin = db.prepare(
    `UPDATE skills SET pinned = ?, pinned_version = version, pinned_name = ?, pinned_description = ?, is_on = ?,
       installed_at = coalesce(installed_at, ?) WHERE id = ?`,
  );
  const unpin = db.prepare(
    `UPDATE skills SET pinned = NULL, pinned_version = NULL, pinned_name = NULL, pinned_description = NULL, is_on = 0, installed_at = NULL
     WHERE id = ?`,
  );
  const dropLost = db.prepare('DELETE FROM skills WHERE id = ? AND source IS NULL AND pinned IS NULL');
  const switchTo = db.prepare('UPDATE skills SET is_on = ? WHERE id = ?');
  const use = db.prepare('UPDATE skills SET uses = uses + 1, last_used_at = ? WHERE pinned_name = ? AND pinned IS NOT NULL AND is_on = 1');
  const rate = db.prepare(
    `INSERT INTO ratings (skill, stars, text, at) VALUES (?, ?, ?, ?)
     ON CONFLICT (skill) DO UPDATE SET stars = excluded.stars, text = excluded.text, at = excluded.at`,
  );
  const unrate = db.prepare('DELETE FROM ratings WHERE skill = ?');
  const begin = db.prepare(
    `INSERT INTO changes (skill, wanted, integrity) VALUES (?, ?, ?)
     ON CONFLICT (skill) DO UPDATE SET wanted = excluded.wanted, integrity = excluded.integrity`,
  );
  const end = db.prepare('DELETE FROM changes WHERE skill = ?');
  const underWay = db.prepare<Change>('SELECT skill, wanted, integrity FROM changes');
  const review = db.prepare<{ text: string | null }>('SELECT text FROM ratings WHERE skill = ?');
  const counts = db.prepare<{ total: number; installed: number; updates: number }>(
    `SELECT count(*) AS total, count(pinned) AS installed, coalesce(sum(pinned IS NOT NULL AND source IS NOT NULL AND pinned <> integrity), 0) AS updates
     FROM skills`,
  );
  const categories = db.prepare<Overview['categories'][number]>(
    'SELECT category, count(*) AS count FROM skills GROUP BY category ORDER BY category',
  );
  const sources = (): Source[] =>
    selectSources.all().map(({ read_at, revision, refusals, ...source }) => ({
      ...source,
      refusals: JSON.parse(refusals) as Source['refusals'],
      ...(read_at !== null && { readAt: read_at }),
      ...(revision !== null && { revision }),
    }));
  return {
    find: (id: string) => byId.get(id),
    installedAs: (name: string) => byName.get(name),
    /** The skills that are installed and on. */
    loaded: () => on.all(),
    sources,
    addSource(kind: Source['kind'], address: string): string {
      addSource.run(hash(address), kind, address, now());
      return hash(address);
    },
    source: (id: string) => sources().find(source => source.id === id),
    removeSource(id: string): void {
      db.transaction(() => {
        dropOf.run(id);
        removeSource.run(id);
      });
    },
    /** Stores what a source has now. What it has no more is dropped, unless it is installed. */
    seen(source: string, found: readonly Seen[], refusals: Source['refusals'], revision?: string): void {
      db.transaction(() => {
        const left = new Map(ofSource.all(source).map(({ id, pinned }) => [id, pinned]));
        for (const { key, path, skill } of found) {
          const { head, languages, integrity } = skill;
          const id = hash(key);
          left.delete(id);
          const category = categoryOf(head.category, head.name, head.description);
          upsert.run(
            ...[id, source, path, head.name, head.description, head.license ?? null, head.version ?? null, category],
            ...[languages.join(' '), head.badName ? 'badName' : null, integrity, now()],
          );
        }
        for (const [id, pinned] of left) (pinned === null ? drop : release).run(id);
        readNow.run(now(), revision ?? null, JSON.stringify(refusals), source);
      });
    },
    list({ text = '', category, languages = [], minInstalls, installed, sort = 'trending', offset = 0, limit = 60 }: Question): Listed {
      const [where, values]: [string[], (string | number)[]] = [[], []];
      const add = (condition: string, ...given: (string | number)[]) => {
        where.push(condition);
        values.push(...given);
      };
      // Trigrams find no word of less than three characters.
      for (const word of text.trim().split(/\s+/).slice(0, 12)) {
        if ([...word].length >= 3) add('skills.number IN (SELECT rowid FROM words WHERE words MATCH ?)', `"${word.replaceAll('"', '""')}"`);
        else if (word !== '') {
          const anywhere = `%${word.replace(/[\\%_]/g, '\\$&')}%`;
          add("(skills.name LIKE ? ESCAPE '\\' OR skills.description LIKE ? ESCAPE '\\')", anywhere, anywhere);
        }
      }
      if (category !== undefined) add('skills.category = ?', category);
      if (languages.length > 0)
        add(`(${languages.map(() => "(' ' || skills.languages || ' ') LIKE ?").join(' OR ')})`, ...languages.map(one => `% ${one} %`));
      if (minInstalls !== undefined && minInstalls > 0) add('skills.installs >= ?', minInstalls);
      if (installed === true) add('skills.pinned IS NOT NULL');
      const filter = where.length === 0 ? '' : `WHERE ${where.join(' AND ')}`;
      const total = db.prepare<{ total: number }>(`SELECT count(*) AS total FROM skills ${filter}`).get(...values)?.total ?? 0;
      // Only the numbers are sorted: whole rows would be copied for each of thousands of matches.
      const from = sort === 'rating' ? 'skills LEFT JOIN ratings ON ratings.skill = skills.id' : 'skills';
      const page = `SELECT skills.number FROM ${from} ${filter} ORDER BY ${orders[sort]} LIMIT ? OFFSET ?`;
      const rows = db
        .prepare<Row>(`SELECT ${columns} WHERE skills.number IN (${page}) ORDER BY ${orders[sort]}`)
        .all(...values, limit, offset);
      return { skills: rows.map(skillOf), total };
    },
    overview: (): Overview => ({
      ...(counts.get() ?? { total: 0, installed: 0, updates: 0 }),
      categories: categories.all(),
      sources: sources(),
    }),
    pin: (id: string, { integrity, head }: Pick<ReadSkill, 'integrity' | 'head'>, isOn: boolean) =>
      void pin.run(integrity, head.name, head.description, Number(isOn), now(), id),
    unpin: (id: string) =>
      db.transaction(() => {
        unpin.run(id);
        dropLost.run(id);
      }),
    switchTo: (id: string, on: boolean) => void switchTo.run(Number(on), id),
    /** Kept before the first file is touched, and until the row says what the files are. */
    begin: ({ skill, wanted, integrity }: Change) => void begin.run(skill, wanted, integrity),
    end: (skill: string) => void end.run(skill),
    underWay: () => underWay.all(),
    used: (name: string) => use.run(now(), name).changes > 0,
    rate: (id: string, stars: number | undefined, text: string | undefined) =>
      void (stars === undefined ? unrate.run(id) : rate.run(id, stars, text ?? null, now())),
    review: (id: string) => review.get(id)?.text ?? undefined,
  };
}

/** A skill as views see it; an installed one as it was when it was agreed to. What no source publishes is left out. */
export function skillOf(row: Row): Skill {
  const version = row.pinned === null ? row.version : row.pinned_version;
  return {
    id: row.id,
    name: row.pinned_name ?? row.name,
    description: row.pinned_description ?? row.description,
    category: row.category,
    languages: row.languages.split(' ').filter(one => one !== '') as Skill['languages'],
    seenAt: row.seen_at,
    installed: row.pinned !== null,
    on: row.is_on === 1,
    updates: hasUpdate(row),
    uses: row.uses,
    reviews: row.rating === null ? 0 : 1,
    ...(version !== null && { version }),
    ...(row.license !== null && { license: row.license }),
    ...(row.address !== null && { source: row.address }),
    ...(row.installs !== null && { installs: row.installs }),
    ...(row.stars !== null && { stars: row.stars }),
    ...(row.warning !== null && { warning: 'badName' as const }),
    ...(row.last_used_at !== null && { lastUsedAt: row.last_used_at }),
    ...(row.rating !== null && { rating: row.rating }),
  };
}

export const hasUpdate = ({ pinned, source, integrity }: Row): boolean => pinned !== null && source !== null && pinned !== integrity;

/** The id of a skill by what it is known by. */
export const idOf = (key: string): string => hash(key);

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);
