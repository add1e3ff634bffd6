import type { LightEntry, LightPart } from './light-entry.ts';

/** The searchable texts of an entry, by author. */
export interface EntryTexts {
  readonly user: string;
  readonly assistant: string;
  readonly tool: string;
}

const maxArgumentLength = 4000;
const maxOutputLength = 4000;

/** Without the model's thinking, which would match nearly every search. */
export function textsOf({ kind, parts = [], text = '' }: LightEntry): EntryTexts {
  const words = [...parts.flatMap(part => (part.kind === 'text' ? [part.text ?? ''] : [])), ...(text === '' ? [] : [text])].join('\n');
  return {
    user: kind === 'user' ? words : '',
    assistant: kind === 'user' ? '' : words,
    tool: parts.flatMap(part => (part.kind === 'tool' ? [toolText(part)] : [])).join('\n'),
  };
}

function toolText({ name = '', args = {}, outcome }: LightPart): string {
  const said = Object.values(args).flatMap(value => (typeof value === 'string' ? [value.slice(0, maxArgumentLength)] : []));
  return [name, ...said, ...(outcome?.text === undefined ? [] : [outcome.text.slice(0, maxOutputLength)])].join('\n');
}
