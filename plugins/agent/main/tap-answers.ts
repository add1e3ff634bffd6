import type { afterToolCall, PromptSections } from '../contract/index.ts';
import { changedFiles } from '../engine/changed-files.ts';
import { harmless } from './tools/tool-answer.ts';

/** What one tap of an installed extension may add. */
const most = { sections: 20, title: 200, text: 50_000, inAll: 100_000, notes: 20, note: 10_000, files: 200 } as const;

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});
const listOf = (value: unknown, longest: number): readonly unknown[] | undefined =>
  Array.isArray(value) && value.length <= longest ? value : undefined;

/** What is taken of an installed extension's answer about a prompt: sections, those that were there or a few more. */
export function sectionsFrom(answer: unknown, before: PromptSections): PromptSections | undefined {
  const { conversation, sections: said } = fieldsOf(answer);
  const list = listOf(said, before.sections.length + most.sections);
  if (conversation !== before.conversation || list === undefined) return undefined;
  let inAll = 0;
  const sections = list.map(one => {
    const { title, text } = fieldsOf(one);
    if (typeof title !== 'string' || typeof text !== 'string') return undefined;
    if (before.sections.some(there => there.title === title && there.text === text)) return { title, text };
    inAll += text.length;
    return title.length > most.title || text.length > most.text || inAll > most.inAll ? undefined : { title, text };
  });
  return sections.every(one => one !== undefined) ? { ...before, sections } : undefined;
}

type Called = NonNullable<Parameters<NonNullable<(typeof afterToolCall)['parseAnswer']>>[1]>;

/** The same about a tool call that was made: notes and files are added, and nothing else is changed. */
export function addedAfter(answer: unknown, before: Called): Called | undefined {
  const said = fieldsOf(answer);
  const call = fieldsOf(said.call);
  if ((['conversation', 'tool', 'name'] as const).some(name => call[name] !== before.call[name])) return undefined;
  const [notes, files] = [listOf(said.notes, before.notes.length + most.notes), listOf(said.files, before.files.length + most.files)];
  if (notes === undefined || files === undefined) return undefined;
  const more = notes.filter(one => !before.notes.includes(one as string));
  if (!more.every(one => typeof one === 'string' && one.length <= most.note)) return undefined;
  const known = new Set(before.files.map(({ path }) => path));
  const changed = files.map(one => changedFiles([one])[0]);
  if (!changed.every(one => one !== undefined)) return undefined;
  return {
    ...before,
    notes: [...before.notes, ...more.map(note => harmless(note as string))],
    files: [...before.files, ...changed.filter(({ path }) => !known.has(path))],
  };
}
