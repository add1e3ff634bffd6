import type { NamedTool } from '../../contract/index.ts';
import { record } from '../registry/packument.ts';

const point = '@atelier/agent:tools@1';

/** The tools that a manifest contributes under names that it asks for, with all that a model would read of them. */
export function toolsIn(manifest: unknown, asked: readonly string[]): NamedTool[] {
  const contributed = record(record(record(manifest).atelier).contributes)[point];
  if (!Array.isArray(contributed)) return [];
  return contributed.flatMap(value => {
    const { name, description, parameters, snippet, guidelines } = record(value);
    if (typeof name !== 'string' || !asked.includes(name) || typeof description !== 'string') return [];
    const words = {
      description,
      parameters: record(parameters),
      ...(typeof snippet === 'string' && { snippet }),
      ...(Array.isArray(guidelines) && { guidelines: guidelines.map(String) }),
    };
    return [{ name, words }];
  });
}
