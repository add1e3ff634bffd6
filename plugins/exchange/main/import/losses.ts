import { visibleText } from '@atelier/kernel';

export const lossKinds = [
  'attachment',
  'audio',
  'bad-date',
  'bad-image',
  'branch',
  'compaction',
  'custom-gpt',
  'doubled',
  'empty-conversation',
  'generated-image',
  'hidden',
  'instructions',
  'large-image',
  'missing-image',
  'no-result',
  'orphan-result',
  'other-file',
  'plugin',
  'sealed-thinking',
  'sidechain',
  'too-long',
  'torn',
  'unknown-record',
  'unsafe-name',
] as const;
/** The kinds of content that cannot be imported. */
export type LossKind = (typeof lossKinds)[number];

export interface Loss {
  readonly kind: LossKind;
  readonly count: number;
  readonly example?: string;
}

/** Counts losses by kind, with the first example of each. */
export interface Tally {
  add(kind: LossKind, example?: string, count?: number): void;
  addAll(losses: readonly Loss[]): void;
  list(): readonly Loss[];
}

const maxExampleLength = 120;

export function openTally(): Tally {
  const counts = new Map<LossKind, { count: number; example?: string }>();
  const add: Tally['add'] = (kind, example, count = 1) => {
    if (count === 0) return;
    const known = counts.get(kind);
    const kept = known?.example ?? (example === undefined || example === '' ? undefined : shortText(example, maxExampleLength));
    counts.set(kind, { count: (known?.count ?? 0) + count, ...(kept !== undefined && { example: kept }) });
  };
  return {
    add,
    addAll: losses => {
      for (const { kind, example, count } of losses) add(kind, example, count);
    },
    list: () => [...counts].map(([kind, { count, example }]) => ({ kind, count, ...(example !== undefined && { example }) })),
  };
}

/** The text on one line, with invisible characters shown, cut to `longest` characters. */
export function shortText(text: string, longest: number): string {
  // Only the beginning is processed, because the text may be as long as a file.
  const line = visibleText(
    text
      .slice(0, longest * 4)
      .replaceAll(/\s+/g, ' ')
      .trim(),
    'prose',
  );
  const characters = [...line];
  return characters.length <= longest ? line : `${characters.slice(0, longest - 1).join('')}…`;
}
