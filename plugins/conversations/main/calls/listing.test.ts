import { expect, test } from 'vitest';
import { openSeeded } from '../../../../tests/support/conversation-seed.ts';
import type { Core } from '../core.ts';
import { openDrafts } from '../drafts/drafts.ts';
import { Activity } from '../live/activity.ts';
import { openConversations } from '../records/conversations.ts';
import { openProjects } from '../records/projects.ts';
import { listingCalls } from './listing.ts';

test('what is changed and told while a conversation is read is in the answer, which comes after it', async () => {
  using db = openSeeded([{ id: 'c1', title: 'New conversation', createdAt: 1 }], []);
  const records = openConversations(db);
  const file = Promise.withResolvers<string | undefined>();
  const agent = { sessionFile: () => file.promise };
  const parts = { records, projects: openProjects(db), drafts: openDrafts(db), activity: new Activity(), agent, profile: '/profile' };
  const answer = listingCalls(parts as unknown as Core).conversation({ conversation: 'c1' }, {} as never);
  records.change('c1', { title: 'High tides', archivedAt: 5 });
  file.resolve(undefined);
  const { row } = await answer;
  expect([row.title, row.archived]).toEqual(['High tides', true]);
});
