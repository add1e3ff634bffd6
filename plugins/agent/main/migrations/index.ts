import type { Migration } from '@atelier/kernel';
import { createRuntimes } from './0010-create-runtimes.ts';
import { createRules } from './0020-create-rules.ts';
import { createBudgets } from './0030-create-budgets.ts';
import { createApprovedTools } from './0040-create-approved-tools.ts';
import { bindRules } from './0050-bind-rules.ts';

export const migrations: readonly Migration[] = [createRuntimes, createRules, createBudgets, createApprovedTools, bindRules];
