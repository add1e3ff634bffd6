import { visibleText } from '@atelier/kernel';
import type { ToolContribution, ToolWords } from '../../contract/index.ts';
import { toldParameters } from './parameters.ts';

/** All that a model reads of a tool, as its extension wrote it. */
export function wordsOf({ description, parameters, snippet, guidelines }: ToolContribution): ToolWords {
  return { description, parameters, ...(snippet !== undefined && { snippet }), ...(guidelines !== undefined && { guidelines }) };
}

export function sameWords(one: ToolWords, other: ToolWords): boolean {
  return sorted(one) === sorted(other);
}

export function lengthOf(words: ToolWords): number {
  return JSON.stringify(words).length;
}

/** A stranger's tool as a model may read it: nothing in it hides, and nothing in it is run to check what the model gives. */
export function readable({ guidelines, snippet, ...tool }: ToolContribution): ToolContribution {
  return {
    ...tool,
    description: visibleText(tool.description, 'prose'),
    parameters: shown(toldParameters(tool.parameters)) as ToolContribution['parameters'],
    ...(snippet !== undefined && { snippet: visibleText(snippet, 'prose') }),
    ...(guidelines !== undefined && { guidelines: guidelines.map(line => visibleText(line, 'prose')) }),
  };
}

function shown(value: unknown): unknown {
  if (typeof value === 'string') return visibleText(value, 'prose');
  if (Array.isArray(value)) return value.map(shown);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [visibleText(key, 'code'), shown(one)]));
}

/** The same text for the same words, whatever the order of their keys. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_key, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );
}
