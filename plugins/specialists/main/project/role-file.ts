import { visibleText } from '@atelier/kernel';
import { parse } from 'yaml';
import type { RoleContribution } from '../../contract/index.ts';

export const mostBytes = 64 * 1024;
const most = { head: 8192, about: 300, instructions: 20_000, tools: 40 } as const;

/** What other agents call our tools; for those that search only our `ls` comes near. A tool that is not here is left out. */
const toolNames: ReadonlyMap<unknown, string> = new Map([
  ...['read', 'notebookread'].map(name => [name, 'read'] as const),
  ...['ls', 'list', 'glob', 'grep', 'find'].map(name => [name, 'ls'] as const),
  ...['write', 'edit', 'bash', 'update_tasks'].map(name => [name, name] as const),
  ...['multiedit', 'patch'].map(name => [name, 'edit'] as const),
  ...([['todowrite', 'update_tasks']] as const),
]);
/** All that a role of a project may have; one that names no tools has these. */
const allTools = [...new Set(toolNames.values())];

/** A role, or why its file is refused. */
export type ReadRole = RoleContribution | 'noHead' | 'badHead' | 'badName' | 'noAbout' | 'noInstructions' | 'large' | 'hidden';

/**
 * A role in the format of other agents: a head in YAML with name, description, tools and model, then the instructions. It begins no others,
 * is in secure mode, and of its tools only those count that a specialist may have; so whatever the file says, it only narrows.
 */
export function readRole(text: string, fileName: string): ReadRole {
  const lines = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
  const end = lines.indexOf('\n---', 3);
  if (!lines.startsWith('---\n') || end < 0) return 'noHead';
  if (end > most.head) return 'large';
  if (visibleText(lines, 'prose') !== lines) return 'hidden';
  const fields = fieldsIn(lines.slice(4, end));
  if (fields === undefined) return 'badHead';
  const name = fields.name ?? fileName.replace(/\.md$/, '');
  if (typeof name !== 'string' || !/^[a-z][a-z0-9-]{0,39}$/.test(name)) return 'badName';
  const about = lineOf(fields.description);
  if (about === '') return 'noAbout';
  const instructions = lines.slice(lines.indexOf('\n', end + 1) + 1 || lines.length).trim();
  if (instructions === '') return 'noInstructions';
  if (instructions.length > most.instructions) return 'large';
  const { model } = fields;
  return {
    ...{ name, instructions, secure: true, tools: toolsFrom(fields.tools) },
    about: about.length > most.about ? `${about.slice(0, most.about - 1)}…` : about,
    // Other names of models, such as `inherit` or `sonnet`, say nothing here.
    ...(typeof model === 'string' && /^[\w.-]{1,80}\/[\w./:-]{1,119}$/.test(model) && { model }),
  };
}

/** The head as a map; none with aliases, which could grow without end. */
function fieldsIn(head: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const fields: unknown = parse(head, { logLevel: 'error', maxAliasCount: 0 });
    return typeof fields === 'object' && fields !== null && !Array.isArray(fields)
      ? (fields as Readonly<Record<string, unknown>>)
      : undefined;
  } catch {
    return undefined;
  }
}

const lineOf = (value: unknown): string => (typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : '');

/** A list, a line with commas, or a map of names to yes and no. */
function toolsFrom(value: unknown): string[] {
  if (value === undefined || value === null) return [...allTools];
  const named =
    typeof value === 'string'
      ? value.split(',')
      : Array.isArray(value)
        ? value
        : Object.entries(Object(value) as object).flatMap(([name, isOn]) => (isOn === true ? [name] : []));
  const tools = named.slice(0, most.tools).flatMap(one => {
    const known = typeof one === 'string' ? toolNames.get(one.trim().toLowerCase()) : undefined;
    return known === undefined ? [] : [known];
  });
  return [...new Set(tools)];
}
