import type { Migration } from '@atelier/kernel';
import { createRuntimes } from './0010-create-runtimes.ts';
import { createRules } from './0020-create-rules.ts';
import { createBudgets } from './0030-create-budgets.ts';
import { createApprovedTools } from './0040-create-approved-tools.ts';
import { bindRules } from './0050-bind-rules.ts';
import { recordSenders } from './0060-record-senders.ts';
import { createWorktrees } from './0070-create-worktrees.ts';
import { recordOutside } from './0080-record-outside.ts';
import { recordHanded } from './0090-record-handed.ts';
import { createAnswers } from './0100-create-answers.ts';
import { relativePaths } from './0110-relative-paths.ts';
import { countRules } from './0120-count-rules.ts';
import { recordContext } from './0130-record-context.ts';
import { recordCalls } from './0140-record-calls.ts';
import { createChildren } from './0150-create-children.ts';
import { recordOpened } from './0160-record-opened.ts';

export const migrations: readonly Migration[] = [
  createRuntimes,
  createRules,
  createBudgets,
  createApprovedTools,
  bindRules,
  recordSenders,
  createWorktrees,
  recordOutside,
  recordHanded,
  createAnswers,
  relativePaths,
  countRules,
  recordContext,
  recordCalls,
  createChildren,
  recordOpened,
];
