import { visibleText } from '@atelier/kernel';

/** Kinds of tools, which are rendered differently. */
export type ToolKind = 'read' | 'list' | 'search' | 'run' | 'edit' | 'other';

const kinds: Readonly<Record<string, ToolKind>> = {
  read: 'read',
  ls: 'list',
  find: 'search',
  grep: 'search',
  bash: 'run',
  powershell: 'run',
  edit: 'edit',
  write: 'edit',
};

export function kindOf(name: string): ToolKind {
  return Object.hasOwn(kinds, name) ? kinds[name]! : 'other';
}

export function isEdit(name: string): boolean {
  return kindOf(name) === 'edit';
}

export const icons: Readonly<Record<ToolKind, string>> = {
  read: 'file-text',
  list: 'folder-open',
  search: 'search',
  run: 'square-terminal',
  edit: 'pencil',
  other: 'puzzle',
};

/** The target of a call, on one line and with nothing hidden in it: its path, command or pattern. */
export function targetOf(name: string, args: Readonly<Record<string, unknown>>): string {
  const wanted: Readonly<Record<ToolKind, readonly string[]>> = {
    read: ['path'],
    list: ['path'],
    search: ['pattern', 'query', 'path'],
    run: ['command'],
    edit: ['path'],
    other: ['path', 'query', 'text', 'title', 'name', 'url'],
  };
  const kind = kindOf(name);
  const named = wanted[kind].map(key => args[key]).find(value => typeof value === 'string' && value !== '');
  const any = kind === 'other' ? Object.values(args).find(value => typeof value === 'string') : undefined;
  const text = String(tasksIn(args) ?? named ?? any ?? (kind === 'list' ? '.' : ''));
  return visibleText(text.length > 400 ? `${text.slice(0, 400)}…` : text, 'code');
}

/** Who or what the tasks of a call are called. */
function tasksIn({ tasks }: Readonly<Record<string, unknown>>): string | undefined {
  if (!Array.isArray(tasks)) return undefined;
  return tasks
    .map((one: unknown) => {
      const { name, title, role } = Object(one) as Readonly<Record<string, unknown>>;
      return [name, title, role].find(value => typeof value === 'string' && value !== '');
    })
    .filter(said => said !== undefined)
    .join(', ');
}
