import type { Draft, Kind, MemoryRecord } from '../contract/index.ts';
import { errors } from './errors.ts';

const format = 'atelier-memories';
const version = 1;
const kinds: readonly string[] = ['decision', 'preference', 'fact', 'profile', 'repo_convention', 'task_state', 'summary'];
const mostRead = 20_000;
const [earliest, latest] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59Z')];

/** All memories as JSON, which holds everything, or as Markdown to read. */
export function written(memories: readonly MemoryRecord[], as: 'json' | 'markdown'): string {
  if (as === 'json') return `${JSON.stringify({ format, version, memories }, undefined, 2)}\n`;
  const active = memories.filter(memory => memory.status === 'active');
  const places = [...new Set(active.map(memory => memory.project ?? ''))].sort();
  return places
    .map(place => {
      const items = active.filter(memory => (memory.project ?? '') === place);
      return `# ${place === '' ? 'Memories' : `Memories of ${place}`}\n\n${items.map(itemOf).join('\n')}\n`;
    })
    .join('\n');
}

function itemOf({ title, content, kind, tags, from }: MemoryRecord): string {
  const more = [kind, new Date(from).toISOString().slice(0, 10), ...tags.map(tag => `#${tag.replaceAll(/\s+/g, '-')}`)].join(', ');
  return `- **${flat(title)}**: ${flat(content)} (${more})`;
}

const flat = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

export type Read = { readonly drafts: readonly Draft[]; readonly unreadable: number };

/** The memories of a document: our own, a list in JSON of another assistant, or the items of a list in Markdown. */
export function read(text: string): Read {
  const found = text.trimStart().startsWith('{') || text.trimStart().startsWith('[') ? fromJson(text) : fromMarkdown(text);
  if (found.drafts.length === 0) throw errors['memory/unreadable-import']({});
  return found;
}

function fromJson(text: string): Read {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw errors['memory/unreadable-import']({});
  }
  const { memories, items, results, ...about } = Object(parsed) as {
    memories?: unknown;
    items?: unknown;
    results?: unknown;
    format?: unknown;
    version?: unknown;
  };
  if (about.format === format && about.version !== version) throw errors['memory/newer-import']({});
  const all = ([parsed, memories, items, results].find(Array.isArray) ?? []) as unknown[];
  const drafts = all
    .slice(0, mostRead)
    .map(draftOf)
    .filter(draft => draft !== undefined);
  // Also those that are too many: none goes without a word.
  return { drafts, unreadable: all.length - drafts.length };
}

/** Other assistants write the words under one of a few names, or as a bare text. */
function draftOf(value: unknown): Draft | undefined {
  const one = (typeof value === 'string' ? { content: value } : Object(value)) as Readonly<Record<string, unknown>>;
  if (one.status === 'deleted') return undefined;
  const text = (...names: string[]) =>
    names.map(name => one[name]).find(found => typeof found === 'string' && found.trim() !== '') as string;
  const content = text('content', 'memory', 'text', 'value', 'summary')?.trim().slice(0, 4000);
  if (content === undefined) return undefined;
  const share = (name: string) => (typeof one[name] === 'number' && one[name] >= 0 && one[name] <= 1 ? one[name] : undefined);
  const time = (name: string) => (isDate(one[name]) ? one[name] : undefined);
  const source = Object(one.source) as Readonly<Record<string, unknown>>;
  const from = time('from');
  const until = time('until');
  const confidence = share('confidence');
  const importance = share('importance');
  const project = text('project')?.slice(0, 200);
  const topic = text('topic')?.slice(0, 96);
  return {
    kind: kinds.includes(String(one.kind)) ? (one.kind as Kind) : 'fact',
    title: (text('title', 'name', 'key') ?? content).split('\n', 1)[0]?.slice(0, 200) ?? content.slice(0, 200),
    content,
    tags: Array.isArray(one.tags) ? one.tags.filter(tag => typeof tag === 'string' && tag !== '').map(tag => String(tag).slice(0, 40)) : [],
    source: { origin: 'import', ...(typeof source.quote === 'string' && { quote: source.quote.slice(0, 1000) }) },
    ...(project !== undefined && { project }),
    ...(topic !== undefined && { topic }),
    ...(confidence !== undefined && { confidence }),
    ...(importance !== undefined && { importance }),
    ...(from !== undefined && { from }),
    ...(until !== undefined && { until }),
  };
}

/** A moment that a calendar can name, of the years 1 to 9999. */
function isDate(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= earliest && (value as number) <= latest;
}

const item = /^ {0,3}(?:[-*+]|\d{1,9}[.)])[ \t]+(\S.*)$/;
const titled = /^\*\*([^*]{1,200})\*\*:? (.+)$/;
const described = / \((\w{4,15}), (\d{4}-\d{2}-\d{2})((?:, #[^,)\s]+)*)\)$/;

function fromMarkdown(text: string): Read {
  let project: string | undefined;
  const drafts: Draft[] = [];
  let unreadable = 0;
  for (const line of text.split('\n')) {
    if (line.startsWith('# ')) project = line.startsWith('# Memories of ') ? line.slice(14).trim() : undefined;
    const words = item.exec(line.slice(0, 5000))?.[1]?.trimEnd();
    if (words === undefined) continue;
    if (drafts.length === mostRead) {
      unreadable += 1;
      continue;
    }
    const [more, kind = '', date = '', tags = ''] = described.exec(words) ?? [];
    const known = more !== undefined && kinds.includes(kind);
    const bare = known ? words.slice(0, -more.length) : words;
    const [, title, content = bare] = titled.exec(bare) ?? [];
    const draft = draftOf({ title, content, project, ...(known && { kind, from: Date.parse(date), tags: tags.split(', #').slice(1) }) });
    if (draft !== undefined) drafts.push(draft);
  }
  return { drafts, unreadable };
}
