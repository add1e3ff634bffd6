import { visibleText } from '@atelier/kernel';
import type { ToolContribution, ToolWords } from '../../contract/index.ts';
import { parametersAsWords } from './parameters.ts';

/** Every text of a tool that a model reads, as its extension wrote it. */
export function wordsOf({ description, parameters, snippet, guidelines }: ToolContribution): ToolWords {
  return { description, parameters, ...(snippet !== undefined && { snippet }), ...(guidelines !== undefined && { guidelines }) };
}

export function sameWords(one: ToolWords, other: ToolWords): boolean {
  return sorted(one) === sorted(other);
}

export function lengthOf(words: ToolWords): number {
  return JSON.stringify(words).length;
}

/** A third-party tool as a model may read it: without hidden characters, and without patterns that the engine would run. */
export function readable({ guidelines, snippet, ...tool }: ToolContribution): ToolContribution {
  return {
    ...tool,
    description: visibleText(tool.description, 'prose'),
    parameters: visible(parametersAsWords(tool.parameters)) as ToolContribution['parameters'],
    ...(snippet !== undefined && { snippet: visibleText(snippet, 'prose') }),
    ...(guidelines !== undefined && { guidelines: guidelines.map(line => visibleText(line, 'prose')) }),
  };
}

function visible(value: unknown): unknown {
  if (typeof value === 'string') return visibleText(value, 'prose');
  if (Array.isArray(value)) return value.map(visible);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [visibleText(key, 'code'), visible(one)]));
}

/** The JSON of a value, independent of the order of its keys. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_key, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );
}
