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

export const limits = { name: 64, description: 1024, text: 256 * 1024 } as const;

/** The head of a SKILL.md; undefined if it has no description, without which an agent does not load it. */
export function readHead(text: string, folder: string): SkillHead | undefined {
  const fields = fieldsOf(text);
  const description = (fields.get('description') ?? '').trim();
  if (description === '') return undefined;
  const given = fields.get('name')?.trim() || folder;
  const [license, version, category] = ['license', 'metadata.version', 'metadata.category'].map(key => fields.get(key)?.slice(0, 80));
  return {
    name: given.slice(0, limits.name),
    description: description.slice(0, limits.description),
    ...(license && { license }),
    ...(version && { version }),
    ...(category && { category }),
    allowedTools: toolsIn(fields.get('allowed-tools') ?? ''),
    badName: !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(given) || given.length > limits.name || given !== folder,
  };
}

/** Tools are separated by commas or spaces; what is in brackets, as in `Bash(git log:*)`, belongs to the one before. */
function toolsIn(line: string): readonly string[] {
  const tools = line.replace(/^\[|\]$/g, '').match(/[^\s,()"']{1,120}(?:\([^()]{0,120}\))?/g) ?? [];
  return tools.slice(0, 40).map(tool => tool.slice(0, 120));
}

/** The fields of the head; those of a map in it as `map.field`, items of a list joined with commas. */
function fieldsOf(text: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  if (lines[0]?.trim() !== '---') return fields;
  const end = lines.findIndex((line, at) => at > 0 && line.trim() === '---');
  let key = '';
  for (const line of lines.slice(1, Math.max(end, 1))) {
    const inner = /^\s+(?:- )?(.*)$/.exec(line);
    if (inner === null) {
      const found = /^([\w-]+):(.*)$/.exec(line);
      if (found === null) continue;
      key = found[1] ?? '';
      fields.set(key, plain(found[2] ?? ''));
      continue;
    }
    const nested = key === 'metadata' ? /^([\w-]+):(.*)$/.exec(inner[1] ?? '') : null;
    if (nested) fields.set(`${key}.${nested[1]}`, plain(nested[2] ?? ''));
    else if (key !== '') {
      const before = fields.get(key) ?? '';
      const separator = /^\s+- /.test(line) ? ', ' : ' ';
      fields.set(key, before === '' ? plain(inner[1] ?? '') : `${before}${separator}${plain(inner[1] ?? '')}`);
    }
  }
  return fields;
}

/** A value without its quotes and without the mark of a text of several lines. */
function plain(value: string): string {
  const text = value.trim();
  if (/^[|>][+-]?$/.test(text)) return '';
  const quoted = /^(["'])(.*)\1$/.exec(text);
  return quoted?.[2] ?? text;
}
