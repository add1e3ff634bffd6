import type { KeptRule } from '@atelier/agent/contract';

/** Rules that hold in one place. */
export interface RuleGroup {
  readonly scope: KeptRule['rule']['scope'];
  /** The project's folder, or the conversation. */
  readonly of?: string | undefined;
  /** Of a project: its name, or that of its folder. */
  readonly name?: string | undefined;
  readonly rules: readonly KeptRule[];
}

const order = { project: 0, conversation: 1, always: 2 } as const;

/** The rules by where they hold: projects first, then conversations, then everywhere; in each the one that was used last first. */
export function groupsOf(
  kept: readonly KeptRule[],
  projects: readonly { readonly name: string; readonly folder: string }[],
): readonly RuleGroup[] {
  const groups = Map.groupBy(kept, ({ rule }) => `${order[rule.scope]}${rule.of ?? ''}`);
  return [...groups]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, rules]) => {
      const rule = rules[0]?.rule;
      if (rule === undefined) return [];
      const { scope, of } = rule;
      const name = scope === 'project' ? (projects.find(({ folder }) => folder === of)?.name ?? lastName(of)) : undefined;
      return [{ scope, of, name, rules: rules.toSorted((a, b) => when(b) - when(a)) }];
    });
}

/**
 * Whether a rule is found by what was typed: by words of it, or because its pattern fits a command that begins like this. That helps to
 * find it; what decides about a command is more than one rule's pattern.
 */
export function isFound({ pattern = '' }: KeptRule['rule'], words: string, typed: string): boolean {
  const sought = typed.trim();
  const said = words.toLocaleLowerCase();
  if (
    sought
      .toLocaleLowerCase()
      .split(/\s+/)
      .every(word => said.includes(word))
  )
    return true;
  const pieces = pattern.replace(/\\([\\*])|\*/g, (_star, escaped: string | undefined) => escaped ?? '\0').split('\0');
  if (pieces.length === 1 || !sought.startsWith(pieces[0]!) || pieces.every(piece => piece === '')) return false;
  let at = 0;
  return pieces.every(piece => {
    const found = sought.indexOf(piece, at);
    at = found + piece.length;
    return found >= 0;
  });
}

function when({ usedAt, givenAt }: KeptRule): number {
  return usedAt ?? givenAt;
}

function lastName(folder = ''): string {
  return folder.split(/[/\\]/).findLast(part => part !== '') ?? folder;
}

/** The one text that a pattern without a star matches; undefined for a pattern with one. */
export function exactText(pattern: string): string | undefined {
  const unescaped = pattern.replace(/\\[\\*]/g, '');
  return unescaped.includes('*') ? undefined : pattern.replace(/\\([\\*])/g, '$1');
}

/** A rule that is about everything decides where no other matches. */
export function isOtherwise({ decision, tool, pattern, scope }: KeptRule['rule']): boolean {
  return scope === 'always' && tool === '*' && pattern === undefined && decision !== 'allow';
}
