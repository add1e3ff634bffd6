import type { Migration } from '@atelier/kernel';
import { createRules } from './0010-create-rules.ts';
import { createWebhooks } from './0020-create-webhooks.ts';

/** In the order in which they run. A new one gets its own file, and an id that is 10 higher. */
export const migrations: readonly Migration[] = [createRules, createWebhooks];
