import type { Entry, Part } from '@atelier/agent/contract';
import type { Locale } from '@atelier/kernel';

/** A conversation to export. */
export interface Transcript {
  readonly conversation: string;
  readonly title: string;
  readonly createdAt: number;
  readonly project?: { readonly name: string; readonly folder: string };
  /** Nothing of it is remembered, also where it is imported. */
  readonly private?: true;
  readonly entries: readonly Entry[];
}

export interface WriteOptions {
  readonly format: 'markdown' | 'html' | 'jsonl';
  /** The language of headings and labels; the conversation itself is not translated. */
  readonly locale: Locale;
  readonly thinking: boolean;
  readonly tools: boolean;
  readonly images: 'inside' | 'beside' | 'none';
  readonly exportedAt: number;
}

/** A rendered document, generated in pieces so that it is never in memory as a whole. */
export interface RenderedDocument {
  readonly extension: 'md' | 'html' | 'jsonl';
  readonly pieces: Iterable<string>;
  /** The image files to write next to it, by name; complete after `pieces` was consumed. */
  readonly beside: ReadonlyMap<string, Buffer>;
}

export type TranscriptPart = Pick<Part, 'kind' | 'text' | 'mimeType' | 'data' | 'name' | 'args' | 'outcome'>;

/** The parts that the options include. */
export function partsOf(entry: Entry, options: WriteOptions): readonly TranscriptPart[] {
  return (entry.parts ?? []).filter(({ kind }) => {
    if (kind === 'thinking') return options.thinking;
    if (kind === 'tool') return options.tools;
    return kind !== 'image' || options.images !== 'none';
  });
}

const types: Readonly<Record<string, string>> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/gif': 'gif', 'image/webp': 'webp' };

/** Creates image addresses: a `data:` URL, or the name of a file next to the document; undefined for an unsupported type. */
export function openImages(
  options: WriteOptions,
  document: string,
): { readonly beside: Map<string, Buffer>; addressOf(part: TranscriptPart): string | undefined } {
  const beside = new Map<string, Buffer>();
  return {
    beside,
    addressOf({ mimeType = '', data = '' }) {
      const type = types[mimeType];
      const bytes = Buffer.from(data, 'base64');
      if (type === undefined || bytes.length === 0) return undefined;
      if (options.images === 'inside') return `data:${mimeType};base64,${bytes.toString('base64')}`;
      const name = `${document} ${beside.size + 1}.${type}`;
      beside.set(name, bytes);
      return encodeURIComponent(name);
    },
  };
}

/** The arguments of a tool call: a single string argument as it is, others as JSON. */
export function callText({ args = {} }: TranscriptPart): { readonly text: string; readonly language: string } {
  const [first, ...rest] = Object.entries(args);
  if (first === undefined) return { text: '', language: '' };
  if (rest.length === 0 && typeof first[1] === 'string') return { text: first[1], language: first[0] === 'command' ? 'sh' : '' };
  return { text: JSON.stringify(args, undefined, 2), language: 'json' };
}

/** The result of a tool call: the diff of an edit, or its text. */
export function answerText({ outcome }: TranscriptPart): { readonly text: string; readonly language: string } {
  if (outcome?.diff !== undefined && outcome.diff !== '') return { text: outcome.diff, language: 'diff' };
  return { text: outcome?.text ?? '', language: '' };
}

/** The models of the answers, in order of first use. */
export function modelsOf(entries: readonly Entry[]): readonly string[] {
  return [...new Set(entries.flatMap(({ model }) => model ?? []))];
}
