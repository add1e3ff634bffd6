import type { Category } from '../../contract/index.ts';

/** By the words of a skill, where its author names no category; the first that fits counts. */
const words: readonly (readonly [Category, RegExp])[] = [
  ['versionControl', /\b(?:git|commits?|branch(?:es)?|changelog|pull requests?|merge)\b/i],
  ['deployment', /\b(?:ci|cd|deploy\w*|release|docker|kubernetes|pipelines?)\b/i],
  ['testing', /\b(?:tests?|testing|debug\w*|trace)\b/i],
  ['codeQuality', /\b(?:review\w*|lint\w*|refactor\w*|quality|style)\b/i],
  ['web', /\b(?:web|apis?|http|html|css|openapi|frontend)\b/i],
  ['ai', /\b(?:ai|ml|models?|prompts?|llms?|embeddings?)\b/i],
];

export function categoryOf(named: string | undefined, name: string, description: string): Category {
  const known = words.find(([category]) => category.toLowerCase() === named?.toLowerCase());
  return (known ?? words.find(([, pattern]) => pattern.test(`${name} ${description}`)))?.[0] ?? 'other';
}
