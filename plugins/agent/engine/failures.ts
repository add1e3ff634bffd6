import type { ToolFailure } from './protocol.ts';

/** What the engine's own tools say when they fail, in words for the model. */
const known: readonly (readonly [RegExp, ToolFailure['code']])[] = [
  [/^Could not find (?:the exact text|edits\[)/, 'textMissing'],
  [/^Found (?<count>\d+) occurrences of /, 'textRepeated'],
  [/^No changes made to /, 'noChange'],
  [/\boldText must not be empty\b/, 'textEmpty'],
  [/^edits\[\d+\] and edits\[\d+\] overlap/, 'textOverlaps'],
  [/\bENOENT\b|^File not found/, 'fileMissing'],
  [/\bEACCES\b|\bEPERM\b/, 'noPermission'],
  [/\bEISDIR\b/, 'isFolder'],
  [/^This was not run, because it changed after /, 'changed'],
  [/^The arguments of this call are no whole JSON\b/, 'argumentsCut'],
  [/Command timed out after (?<count>\d+) seconds/, 'timeUp'],
];
/** What is said of a command; anything else is its output. */
const ofCommands = new Set<ToolFailure['code']>(['changed', 'argumentsCut', 'timeUp']);
/** The beginning of a text has what it says; a command's output may be long. */
const maxRead = 500;

/** Why a call failed, as a code that is said in the language of the page; undefined for what is not known. */
export function failureOf(tool: string, text: string): ToolFailure | undefined {
  const isOwn = ['read', 'write', 'edit', 'ls', 'bash'].includes(tool);
  const read = tool === 'bash' ? text.slice(-maxRead) : text.slice(0, maxRead);
  for (const [form, code] of isOwn ? known : []) {
    if (tool === 'bash' && !ofCommands.has(code)) continue;
    const found = form.exec(read);
    if (found !== null) return { code, ...(found.groups?.count !== undefined && { count: Number(found.groups.count) }) };
  }
  return undefined;
}
