import { parse } from 'yaml';

/** What the head of a SKILL.md says, as the open format has it. */
export interface SkillHead {
  readonly name: string;
  readonly description: string;
  readonly license?: string;
  readonly version?: string;
  readonly category?: string;
  readonly allowedTools: readonly string[];
  /** The name is not of the form that the format asks for; the skill works all the same. */
  readonly badName: boolean;
}

export const limits = { name: 64, description: 1024, head: 8192, text: 256 * 1024 } as const;

/**
 * The head of a SKILL.md, read as the agent reads it and by the same library, so that the model is told what the person saw; else why it
 * is refused. Without a description an agent does not load it, and a longer one than the format allows would go whole into each conversation.
 */
export function readHead(text: string, folder: string): SkillHead | 'noDescription' | 'badHead' | 'longHead' {
  const fields = fieldsOf(text);
  if (fields === undefined) return 'badHead';
  const description = typeof fields.description === 'string' ? fields.description.trim() : '';
  if (description === '') return 'noDescription';
  const name = String(fields.name || folder);
  if (description.length > limits.description || name.length > limits.name) return 'longHead';
  const metadata = Object(fields.metadata) as Readonly<Record<string, unknown>>;
  const [license, version, category] = [fields.license, metadata.version, metadata.category].map(value =>
    typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 80) : '',
  );
  return {
    ...{ name, description },
    ...(license && { license }),
    ...(version && { version }),
    ...(category && { category }),
    allowedTools: toolsIn([fields['allowed-tools'] ?? ''].flat().join(', ')),
    badName: !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) || name !== folder,
  };
}

/** Tools are separated by commas or spaces; what is in brackets, as in `Bash(git log:*)`, belongs to the one before. */
function toolsIn(line: string): readonly string[] {
  const tools = line.match(/[^\s,()"']{1,120}(?:\([^()]{0,120}\))?/g) ?? [];
  return tools.slice(0, 40).map(tool => tool.slice(0, 120));
}

/** The fields between the two lines of the head; undefined if they are no map, or too long. */
function fieldsOf(text: string): Readonly<Record<string, unknown>> | undefined {
  const lines = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
  const end = lines.indexOf('\n---', 3);
  if (!lines.startsWith('---') || end < 0) return {};
  // The parser compares each key with all before it, so that a long head would hold everything up.
  if (end > limits.head) return undefined;
  try {
    const fields: unknown = parse(lines.slice(4, end), { logLevel: 'error', maxAliasCount: 0 }) ?? {};
    return typeof fields === 'object' && !Array.isArray(fields) ? (fields as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    return undefined;
  }
}
