import type { Migration } from '@atelier/kernel';
import { createMemories } from './0010-create-memories.ts';
import { createCaptures } from './0020-create-captures.ts';
import { followAndForget } from './0030-follow-and-forget.ts';
import { keepFormerWords } from './0040-keep-former-words.ts';
import { topicsAndAdditions } from './0050-topics-and-additions.ts';
import { countWhatIsTold } from './0060-count-what-is-told.ts';

/** In the order in which they run. A new one gets the next ten and a file of its own. */
export const migrations: readonly Migration[] = [
  createMemories,
  createCaptures,
  followAndForget,
  keepFormerWords,
  topicsAndAdditions,
  countWhatIsTold,
];
