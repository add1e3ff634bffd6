import { basename } from 'node:path';
import type { ImportedMessage } from '@atelier/agent/contract';
import { isAppError } from '@atelier/kernel';
import { errors } from '../../errors.ts';
import type { Broken, Found, Reading, SourceKind } from '../found.ts';
import { type Loss, openTally, shortText, type Tally } from '../losses.ts';
import { reasonOf } from './archive.ts';
import { openPictures, type Pictures } from './images.ts';
import { openThread, type Thread } from './thread.ts';
import { timeOf } from './values.ts';

const maxTitleLength = 120;

/** What a reader fills for one conversation. */
export interface Draft {
  readonly now: number;
  readonly tally: Tally;
  readonly thread: Thread;
  readonly pictures: Pictures;
}

export function openDraft(reading: Reading, begun: unknown): Draft {
  const tally = openTally();
  const start = timeOf(begun);
  const isSane = start !== undefined && start > 0 && start <= reading.now;
  return {
    now: reading.now,
    tally,
    thread: openThread({ now: reading.now, begun: isSane ? start : reading.now, tally }),
    pictures: openPictures(tally, reading.images),
  };
}

type About = Pick<Found, 'source' | 'sourceId'> &
  Partial<Pick<Found, 'folder' | 'archived' | 'pinned' | 'private' | 'sessionFile'>> & { title: string | undefined; updatedAt?: unknown };

/** The finished conversation; undefined if it has no messages. */
export function foundOf({ now, tally, thread }: Draft, { title, updatedAt, ...about }: About): Found | undefined {
  const messages = thread.messages();
  const [first, last] = [messages[0], messages.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const updated = timeOf(updatedAt);
  return {
    ...about,
    step: 'found',
    title: titleOf(title, messages) || about.sourceId,
    createdAt: first.at,
    updatedAt: updated !== undefined && updated >= last.at ? Math.min(updated, now) : last.at,
    messages,
    losses: tally.list(),
  };
}

function titleOf(title: string | undefined, messages: readonly ImportedMessage[]): string {
  const own = shortText(title ?? '', maxTitleLength);
  if (own !== '') return own;
  const said = messages.find(({ role }) => role === 'user')?.parts.find(({ kind }) => kind === 'text')?.text;
  return shortText(said?.trim().split('\n')[0] ?? '', 60);
}

export function broken(source: SourceKind | undefined, sourceId: string, title: string | undefined, file: string, error: unknown): Broken {
  const shown = shortText(title ?? '', maxTitleLength) || sourceId;
  const problem = isAppError(error)
    ? error
    : errors['exchange/broken-conversation']({ title: shown, file: basename(file), why: reasonOf(error) }, error);
  return { step: 'broken', source, sourceId, title: shown, problem };
}

export function aside(losses: readonly Loss[]): { readonly step: 'aside'; readonly losses: readonly Loss[] } {
  return { step: 'aside', losses };
}
