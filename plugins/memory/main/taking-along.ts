import type { Draft, Kind, MemoryRecord } from '../contract/index.ts';
import { errors } from './errors.ts';
import { dayOf, endOf } from './model/last-day.ts';

/** As many as a memory may have. */
const mostTags = 20;
const format = 'atelier-memories';
const version = 1;
const kinds: readonly string[] = ['decision', 'preference', 'fact', 'profile', 'repo_convention', 'task_state', 'summary'];
const mostRead = 200_000;
const longest = 4000;
/** What of a line is looked at: more than a memory may have, so that it is counted as cut. */
const longestLine = 5000;
const [earliest, latest] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59Z')];

/**
 * A part of all memories as JSON, which holds everything, or as Markdown to read: the parts one after the other are the
 * document.
 */
export function written(
  memories: readonly MemoryRecord[],
  as: 'json' | 'markdown',
  { isFirst = true, isLast = true, now = Date.now() } = {},
): string {
  if (as === 'json') {
    const lines = memories.map((memory, at) => `${isFirst && at === 0 ? '' : ','}\n    ${JSON.stringify(memory)}`);
    const begin = isFirst ? `{\n  "format": "${format}",\n  "version": ${version},\n  "memories": [` : '';
    return `${begin}${lines.join('')}${isLast ? '\n  ]\n}\n' : ''}`;
  }
  const active = memories.filter(({ status, until }) => status === 'active' && (until === undefined || until > now));
  const places = [...new Set(active.map(memory => memory.project ?? ''))].sort();
  const text = places
    .map(place => {
      const items = active.filter(memory => (memory.project ?? '') === place);
      return `# ${place === '' ? 'Memories' : `Memories of ${place}`}\n\n${items.map(itemOf).join('\n')}\n`;
    })
    .join('\n');
  return isFirst || text === '' ? text : `\n${text}`;
}

function itemOf({ title, content, kind, tags, from, until }: MemoryRecord): string {
  const end = until === undefined ? [] : [`until ${dayOf(until)}`];
  const more = [kind, dayOf(from), ...end, ...tags.map(tag => `#${escaped(flat(tag), /[\\,)]/g)}`)].join(', ');
  return `- **${escaped(flat(title), /[\\*]/g)}**: ${flat(content)} (${more})`;
}

const flat = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
/** Signs that would end a title or a tag stand behind a backslash, as in every Markdown. */
const escaped = (text: string, signs: RegExp) => text.replaceAll(signs, '\\$&');
const unescaped = (text: string) => text.replaceAll(/\\([\\*,)])/g, '$1');

/** A draft, with what it was in the document: what took its place there may be among the others. */
export type ReadDraft = Draft & { readonly former?: { readonly id: string; readonly by?: string } };
export interface Read {
  readonly drafts: readonly ReadDraft[];
  readonly unreadable: number;
  /** Longer than a memory may be: only the beginning of them is in the drafts. */
  readonly cut: number;
}

/**
 * The memories of a document: our own, what another assistant wrote as JSON or as a line of JSON each, the items of a list in Markdown, or
 * else the lines of a text.
 */
export function read(text: string, now: number): Read {
  const gathered = new Gathered(now);
  const begin = text.trimStart();
  if (/^[{[]/.test(begin) && !dated.test(begin.split('\n', 1)[0] ?? '')) gatherJson(begin, gathered);
  else gatherText(text.startsWith('\ufeff') ? text.slice(1) : text, gathered);
  if (gathered.drafts.length === 0) throw errors['memory/unreadable-import']({});
  return gathered;
}

/** What is read of a document. What is no memory and what is too many is counted: none goes without a word. */
class Gathered implements Read {
  readonly drafts: ReadDraft[] = [];
  unreadable = 0;
  cut = 0;

  readonly #now: number;

  constructor(now: number) {
    this.#now = now;
  }

  add(value: unknown): void {
    const draft = this.drafts.length < mostRead ? draftOf(value, this.#now) : undefined;
    if (draft === undefined) this.unreadable += 1;
    else {
      const { content } = draft;
      if (content.length > longest) this.cut += 1;
      this.drafts.push({ ...draft, content: content.slice(0, longest) });
    }
  }
}

function gatherJson(text: string, gathered: Gathered): void {
  const parsed = parse(text) ?? linesOfJson(text);
  if (parsed === undefined) throw errors['memory/unreadable-import']({});
  const { memories, items, results, entities, ...about } = parsed as Readonly<Record<string, unknown>>;
  if (about.format === format && about.version !== version) throw errors['memory/newer-import']({});
  // A single entry stands for itself.
  const all = ([parsed, memories, items, results, entities].find(Array.isArray) ?? [parsed]) as unknown[];
  for (const one of all) gatherEntry(one, gathered);
}

function parse(json: string): object | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Each line by itself, if the first one is whole. */
function linesOfJson(text: string): unknown[] | undefined {
  const lines = text.split('\n').filter(line => line.trim() !== '');
  return parse(lines[0] ?? '') === undefined ? undefined : lines.map(parse);
}

/** An entry holds one memory, what was observed about something, or all that Claude remembers. */
function gatherEntry(value: unknown, gathered: Gathered): void {
  const { conversations_memory, project_memories, observations, name } = Object(value) as Readonly<Record<string, unknown>>;
  if (Array.isArray(observations)) {
    // Without the name nobody knows whom it is about.
    const about = typeof name === 'string' && !/^(?:default_)?user$|^$/i.test(name.trim()) ? `${name.trim().slice(0, 200)}: ` : '';
    for (const one of observations) {
      const content = typeof one === 'string' ? one : Object(one).content;
      gathered.add(
        typeof content === 'string' ? { ...Object(typeof one === 'string' ? {} : one), content: `${about}${content}` } : undefined,
      );
    }
  } else if (typeof conversations_memory === 'string' || (typeof project_memories === 'object' && project_memories !== null)) {
    for (const line of linesOf(String(conversations_memory ?? ''))) gathered.add(line);
    for (const [project, text] of Object.entries(Object(project_memories))) {
      if (typeof text !== 'string') gathered.add(undefined);
      // Its projects are no repositories.
      else for (const content of linesOf(text)) gathered.add({ content, tags: [project] });
    }
  } else gathered.add(value);
}

/** Other assistants write the words under one of a few names, or as a bare text. */
function draftOf(value: unknown, now: number): ReadDraft | undefined {
  const one = (typeof value === 'string' ? { content: value } : Object(value)) as Readonly<Record<string, unknown>>;
  if (one.status === 'deleted') return undefined;
  const text = (...names: string[]) =>
    names.map(name => one[name]).find(found => typeof found === 'string' && found.trim() !== '') as string;
  const content = text('content', 'memory', 'text', 'value', 'summary')?.trim();
  if (content === undefined) return undefined;
  const share = (name: string) => (typeof one[name] === 'number' && one[name] >= 0 && one[name] <= 1 ? one[name] : undefined);
  const time = (name: string) => (isDate(one[name]) ? one[name] : undefined);
  const source = Object(one.source) as Readonly<Record<string, unknown>>;
  const from = time('from') ?? begun(one, now);
  const hasEnded = ['superseded', 'archived', 'inactive'].includes(String(one.status));
  const until = time('until') ?? (hasEnded ? Math.max(from ?? now, ended(one, now) ?? now) : undefined);
  const confidence = share('confidence');
  const importance = share('importance');
  const project = text('project')?.slice(0, 200);
  const topic = text('topic')?.slice(0, 96);
  const [id, by] = [text('id')?.slice(0, 64), text('supersededBy')?.slice(0, 64)];
  return {
    kind: kinds.includes(String(one.kind)) ? (one.kind as Kind) : 'fact',
    title: (text('title', 'name', 'key') ?? content).split('\n', 1)[0]?.slice(0, 200) ?? content.slice(0, 200),
    content,
    tags: Array.isArray(one.tags)
      ? one.tags
          .filter(tag => typeof tag === 'string' && tag !== '')
          .slice(0, mostTags)
          .map(tag => String(tag).slice(0, 40))
      : [],
    source: { origin: 'import', ...part(source.quote, 'quote'), ...part(source.outside, 'outside') },
    ...(project !== undefined && { project }),
    ...(topic !== undefined && { topic }),
    ...(confidence !== undefined && { confidence }),
    ...(importance !== undefined && { importance }),
    ...(from !== undefined && { from }),
    ...(until !== undefined && { until }),
    ...(id !== undefined && { former: { id, ...(by !== undefined && { by }) } }),
  };
}

const part = <K extends string>(value: unknown, name: K): { readonly [N in K]?: string } =>
  typeof value === 'string' && value !== '' ? ({ [name]: value.slice(0, 1000) } as { readonly [N in K]?: string }) : {};

/** A moment that a calendar can name, of the years 1 to 9999. */
function isDate(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= earliest && (value as number) <= latest;
}

/** When another assistant noted something: a text, seconds or milliseconds, from 1970 until now. */
function begun(one: Readonly<Record<string, unknown>>, now: number): number | undefined {
  return notedAt(one, ['created_at', 'createdAt', 'updated_at', 'updatedAt'], now);
}

/** When it noted that something does not hold any more. */
function ended(one: Readonly<Record<string, unknown>>, now: number): number | undefined {
  return notedAt(one, ['ended_at', 'endedAt', 'updated_at', 'updatedAt'], now);
}

function notedAt(one: Readonly<Record<string, unknown>>, names: readonly string[], now: number): number | undefined {
  return names.map(name => momentOf(one[name])).find(at => at >= 0 && at <= now);
}

function momentOf(value: unknown): number {
  if (typeof value === 'number') return Math.trunc(Math.abs(value) < 1e11 ? value * 1000 : value);
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}/.test(value)) return Number.NaN;
  const day = value.slice(0, 10);
  const midnight = Date.parse(day);
  // A thirtieth of February would be another day.
  return Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== day ? Number.NaN : Date.parse(value.slice(0, 40));
}

const item = /^[ \t]{0,40}(?:[-*+]|\d{1,9}[.)])[ \t]+(\S.*)$/;
const dated = /^ {0,3}\[(\d{4}-\d{2}-\d{2}|unknown)\][ \t]*(?:[-–—:][ \t]*)?(\S.*)$/;
const titled = /^\*\*((?:[^*\\]|\\.){1,400})\*\*:? (.+)$/;
const described = / \((\w{4,15}), (\d{4}-\d{2}-\d{2})(?:, until (\d{4}-\d{2}-\d{2}))?((?:, #(?:[^,)\\]|\\.)+)*)\)$/;
const tagged = /, #((?:[^,)\\]|\\.)+)/g;
/** A heading, a line of bold words, a rule, a fence. */
const aside = /^(?:#|\*\*[^*]{1,200}\*\*:?$|-{3,}$|={3,}$|\*{3,}$|`{3}|~{3})/;

/** The lines of a text that tell something, without the marks of a list. */
function linesOf(text: string): string[] {
  const lines = text.split('\n').map(line => line.trim().slice(0, longestLine));
  return lines.filter(line => line !== '' && !aside.test(line)).map(line => item.exec(line)?.[1] ?? line);
}

function gatherText(text: string, gathered: Gathered): void {
  let project: string | undefined;
  let isList = false;
  for (const whole of text.split('\n')) {
    const line = whole.slice(0, longestLine).trimEnd();
    if (line.startsWith('# ')) project = line.startsWith('# Memories of ') ? line.slice(14).trim() : undefined;
    const listed = item.exec(line)?.[1];
    const [, day, noted] = dated.exec(listed ?? line) ?? [];
    const words = noted ?? listed;
    if (words === undefined) continue;
    isList = true;
    const [more, kind = '', date = '', lastDay = '', tags = ''] = described.exec(words) ?? [];
    const known = more !== undefined && kinds.includes(kind);
    const bare = known ? words.slice(0, -more.length) : words;
    const [, title, content = bare] = titled.exec(bare) ?? [];
    const own = known && {
      kind,
      from: Date.parse(`${date}T00:00:00`),
      until: endOf(lastDay, 0),
      tags: [...tags.matchAll(tagged)].slice(0, mostTags).map(([, tag = '']) => unescaped(tag)),
    };
    gathered.add({ title: title && unescaped(title), content, project, created_at: day, ...own });
  }
  if (isList) return;
  const lines = linesOf(text);
  // One sentence alone, or a page of the web, is no list of memories.
  if (lines.length > 1 && !lines[0]?.startsWith('<')) for (const line of lines) gathered.add(line);
}
