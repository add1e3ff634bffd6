import { visibleText } from '@atelier/kernel';
import type { RoleContribution } from '../contract/index.ts';
import { errors } from './errors.ts';
import { most } from './limits.ts';

/** One task that is handed over. */
export interface Order {
  readonly role: RoleContribution;
  readonly name: string;
  readonly task: string;
  readonly files?: readonly string[];
  readonly secure: boolean;
  readonly model?: string;
  readonly limits: { readonly tokens?: number; readonly money?: number };
  /** The name of a specialist that has finished, and gets the task as its next message. */
  readonly goOnWith?: string;
}

export interface Orders {
  readonly orders: readonly Order[];
  readonly isSequential: boolean;
}

const longest = { task: 20_000, name: 60, path: 300 } as const;

/** What a model has written, checked; the error says what to correct. */
export function ordersFrom(args: unknown, roles: readonly RoleContribution[]): Orders {
  const { tasks, order } = Object(args) as { readonly tasks?: unknown; readonly order?: unknown };
  if (!Array.isArray(tasks) || tasks.length === 0) throw bad('`tasks` is no list of { role, task }');
  if (tasks.length > most.calls) throw errors['specialists/too-many']({ most: most.calls, begun: 0 });
  return { orders: tasks.map(one => orderFrom(one, roles)), isSequential: order === 'sequential' };
}

function orderFrom(one: unknown, roles: readonly RoleContribution[]): Order {
  const given = Object(one) as Readonly<Record<string, unknown>>;
  const role = roles.find(({ name }) => name === given.role);
  if (role === undefined)
    throw errors['specialists/no-role']({ role: textOf(given.role, 60) ?? '?', roles: roles.map(({ name }) => name).join(', ') });
  const task = textOf(given.task, longest.task);
  if (task === undefined) throw bad(`\`task\` of ${role.name} says nothing`);
  const { tokens, dollars } = given;
  const files = role.readOnly === true ? [] : given.files === undefined ? undefined : pathsFrom(given.files);
  const goOnWith = nameFrom(given.goOnWith);
  const model = textOf(given.model, 200) ?? role.model;
  return {
    role,
    task,
    name: nameFrom(given.name) ?? role.name,
    secure: role.secure === true || files !== undefined || given.access === 'secure',
    limits: { ...(isAmount(tokens) && { tokens: Math.ceil(tokens) }), ...(isAmount(dollars) && { money: dollars }) },
    ...(files !== undefined && { files }),
    ...(model !== undefined && { model }),
    ...(goOnWith !== undefined && { goOnWith }),
  };
}

/** Folders and files below the working directory; `**` at the end means the folder, and no other pattern is understood. */
function pathsFrom(given: unknown): readonly string[] {
  if (!Array.isArray(given)) throw bad('`files` is no list of paths');
  return given.map(one => {
    const path = textOf(one, longest.path)?.replace(/(?:\/\*\*?)?\/?$/, '');
    const parts = path?.split(/[\\/]/) ?? [];
    if (path === undefined || /[*?[\]{}\0]/.test(path))
      throw bad(`\`files\` names files and folders, such as src/store/**, and ${String(one)} is none`);
    if (/^(?:[\\/~]|[a-z]:)/i.test(path) || parts.includes('..'))
      throw bad(`\`files\` are below the working directory, and ${String(one)} is not`);
    return path.replace(/^(?:\.\/)+/, '') || '.';
  });
}

/** On one line, with nothing hidden in it: the person and the next turn's prompt get it among words of Atelier. */
function nameFrom(value: unknown): string | undefined {
  const name = textOf(typeof value === 'string' ? value.replace(/\s+/g, ' ') : value, longest.name);
  return name === undefined ? undefined : visibleText(name, 'name');
}

function textOf(value: unknown, length: number): string | undefined {
  const text = typeof value === 'string' ? value.trim().slice(0, length) : '';
  return text === '' ? undefined : text;
}

const isAmount = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value > 0;

const bad = (what: string) => errors['specialists/bad-order']({ what });
