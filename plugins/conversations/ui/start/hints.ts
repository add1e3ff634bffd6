import type { Texts } from '@atelier/kernel/ui';
import type { StartHint } from '../../contract/index.ts';
import type { texts } from './texts.ts';

type Kind = StartHint['kind'];

const most = 4;

/** The most pressing first. */
const looks: Readonly<Record<Kind, { readonly icon: string; readonly from: 'repository' | 'tests' | 'scripts' | 'tasks' | 'files' }>> = {
  merge: { icon: 'git-merge', from: 'repository' },
  rebase: { icon: 'git-branch', from: 'repository' },
  changes: { icon: 'git-compare', from: 'repository' },
  test: { icon: 'flask-conical', from: 'tests' },
  todo: { icon: 'list-todo', from: 'tasks' },
  readme: { icon: 'book-open', from: 'files' },
  noReadme: { icon: 'file-pen', from: 'files' },
  build: { icon: 'hammer', from: 'scripts' },
  lint: { icon: 'spell-check', from: 'scripts' },
};
const order = Object.keys(looks);

export interface ShownHint {
  readonly icon: string;
  readonly title: string;
  readonly meta: string;
  readonly end: string;
  /** What is written into the draft. */
  readonly ask: string;
}

/** The suggestions of a folder, in words. */
export function shownHints(hints: readonly StartHint[], text: Texts<(typeof texts)['en']>): readonly ShownHint[] {
  return hints
    .toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
    .slice(0, most)
    .map(({ kind, count, name = '' }) => ({
      icon: looks[kind].icon,
      title: text.of(`startHint.${kind}`),
      meta: count === undefined ? name : kind === 'changes' ? text.count('startFiles', count) : text.count('startOpen', count),
      end: text.of(`startFrom.${looks[kind].from}`),
      ask: text.of(`startAsk.${kind}`, { name }),
    }));
}
