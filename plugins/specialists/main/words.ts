import type { Entry } from '@atelier/agent/contract';
import { visibleText } from '@atelier/kernel';
import type { Line, RoleContribution, Task } from '../contract/index.ts';

type Args = Readonly<Record<string, unknown>>;

const longest = 200;
const states: readonly unknown[] = ['waiting', 'running', 'done', 'skipped'] satisfies Task['state'][];

/** The tool and what it is used on, on one line in which nothing is hidden. */
export function doingOf(name: string, args: Args): string {
  const about = args.command ?? args.path ?? args.pattern;
  const text = typeof about === 'string' ? `${name} ${about}` : name;
  return visibleText(text.replace(/\s+/g, ' ').slice(0, longest), 'code');
}

/** The list of `update_tasks`; undefined if it is none. */
export function tasksOf(args: Args | undefined): readonly Task[] | undefined {
  if (!Array.isArray(args?.tasks)) return undefined;
  return args.tasks.slice(0, 50).flatMap((one): Task[] => {
    const { title, state } = Object(one) as { readonly title?: unknown; readonly state?: unknown };
    if (typeof title !== 'string' || title.trim() === '') return [];
    return [
      { title: visibleText(title.trim().slice(0, longest), 'prose'), state: states.includes(state) ? (state as Task['state']) : 'waiting' },
    ];
  });
}

/** A transcript as lines: what was given, said and done. */
export function linesOf(entries: readonly Entry[]): Line[] {
  return entries.flatMap(({ kind, at, parts = [], text = '' }): Line[] => {
    if (kind === 'notice' || kind === 'compaction') return text === '' ? [] : [{ kind: 'notice', text, at }];
    return parts.flatMap((part): Line[] => {
      if (part.kind === 'text' && (part.text ?? '').trim() !== '')
        return [{ kind: kind === 'user' ? 'given' : 'said', text: (part.text ?? '').trim().slice(0, 20_000), at }];
      if (part.kind !== 'tool') return [];
      const { name = '', args = {}, outcome } = part;
      return [
        {
          ...{ kind: 'tool', name, text: doingOf(name, args).slice(name.length).trim(), at },
          ...(outcome !== undefined && { ok: outcome.ok }),
          ...(outcome?.added !== undefined && { added: outcome.added }),
          ...(outcome?.removed !== undefined && { removed: outcome.removed }),
        },
      ];
    });
  });
}

/** What a model is told of the roles of a project; undefined if there are none. */
export function rolesText(roles: readonly RoleContribution[]): string | undefined {
  if (roles.length === 0) return undefined;
  const lines = roles.map(({ name, about }) => `- ${name}: ${about}`);
  return `Roles for \`delegate\` that this project brings, beside planner, coder and reviewer; the person trusts them:\n${lines.join('\n')}`;
}
