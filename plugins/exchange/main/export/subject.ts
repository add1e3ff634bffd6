import type { Entry, Part } from '@atelier/agent/contract';
import type { Locale } from '@atelier/kernel';

/** A conversation as it is written. */
export interface Subject {
  readonly conversation: string;
  readonly title: string;
  readonly createdAt: number;
  readonly project?: { readonly name: string; readonly folder: string };
  readonly entries: readonly Entry[];
}

export interface WriteOptions {
  readonly format: 'markdown' | 'html' | 'jsonl';
  /** Of the headings of a document; the conversation itself stays as it is. */
  readonly locale: Locale;
  readonly thinking: boolean;
  readonly tools: boolean;
  readonly images: 'inside' | 'beside' | 'none';
  readonly exportedAt: number;
}

/** A document in pieces, so that one of any length is never in memory a second time. */
export interface Written {
  readonly extension: 'md' | 'html' | 'jsonl';
  readonly pieces: Iterable<string>;
  /** What lies beside it, by name; complete once the pieces were taken. */
  readonly beside: ReadonlyMap<string, Buffer>;
}

export type Shown = Pick<Part, 'kind' | 'text' | 'mimeType' | 'data' | 'name' | 'args' | 'outcome'>;

/** The parts that the options leave. */
export function partsOf(entry: Entry, options: WriteOptions): readonly Shown[] {
  return (entry.parts ?? []).filter(({ kind }) => {
    if (kind === 'thinking') return options.thinking;
    if (kind === 'tool') return options.tools;
    return kind !== 'image' || options.images !== 'none';
  });
}

const types: Readonly<Record<string, string>> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/gif': 'gif', 'image/webp': 'webp' };

/** Where a picture is found: its own address, or that of a file beside; undefined where it is no picture that a page may show. */
export function openImages(
  options: WriteOptions,
  document: string,
): { readonly beside: Map<string, Buffer>; addressOf(part: Shown): string | undefined } {
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

/** What a tool was called with: its one argument that is a text, or all of them as JSON. */
export function callText({ args = {} }: Shown): { readonly text: string; readonly language: string } {
  const [first, ...rest] = Object.entries(args);
  if (first === undefined) return { text: '', language: '' };
  if (rest.length === 0 && typeof first[1] === 'string') return { text: first[1], language: first[0] === 'command' ? 'sh' : '' };
  return { text: JSON.stringify(args, undefined, 2), language: 'json' };
}

/** What a tool answered; of an edit, what it changed. */
export function answerText({ outcome }: Shown): { readonly text: string; readonly language: string } {
  if (outcome?.diff !== undefined && outcome.diff !== '') return { text: outcome.diff, language: 'diff' };
  return { text: outcome?.text ?? '', language: '' };
}

/** The models that answered, in the order of their first answer. */
export function modelsOf(entries: readonly Entry[]): readonly string[] {
  return [...new Set(entries.flatMap(({ model }) => model ?? []))];
}
