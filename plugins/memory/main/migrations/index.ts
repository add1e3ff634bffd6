import type { Migration } from '@atelier/kernel';
import { createMemories } from './0010-create-memories.ts';
import { createCaptures } from './0020-create-captures.ts';
import { followAndForget } from './0030-follow-and-forget.ts';
import { keepFormerWords } from './0040-keep-former-words.ts';
import { topicsAndAdditions } from './0050-topics-and-additions.ts';
import { countWhatIsTold } from './0060-count-what-is-told.ts';
import { keepWhatSourcesTold } from './0070-keep-what-sources-told.ts';
import { askBeforeSharing } from './0080-ask-before-sharing.ts';
import { renewVectors } from './0090-renew-vectors.ts';
import { changesInParts } from './0100-changes-in-parts.ts';
import { askBeforeForgetting } from './0110-ask-before-forgetting.ts';
import { keepWhatHadNoRoom } from './0120-keep-what-had-no-room.ts';
import { noteWhoStored } from './0130-note-who-stored.ts';
import { holdWhatNobodySaid } from './0140-hold-what-nobody-said.ts';
import { forgetWhatWasHeld } from './0150-forget-what-was-held.ts';

/** In the order in which they run. A new one gets the next ten and a file of its own. */
export const migrations: readonly Migration[] = [
  createMemories,
  createCaptures,
  followAndForget,
  keepFormerWords,
  topicsAndAdditions,
  countWhatIsTold,
  keepWhatSourcesTold,
  askBeforeSharing,
  renewVectors,
  changesInParts,
  askBeforeForgetting,
  keepWhatHadNoRoom,
  noteWhoStored,
  holdWhatNobodySaid,
  forgetWhatWasHeld,
];
