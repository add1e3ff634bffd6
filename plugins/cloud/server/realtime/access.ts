import { Problem } from '../../protocol/problems.ts';
import type { Store } from '../../store/store.ts';
import { roleIn, workers } from '../v1/membership.ts';

export const streamPattern = /^(user|org|conv):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Lets somebody hear a stream, or throws as the routes for the same do. */
export async function checkStream(store: Store, userId: string, stream: string): Promise<void> {
  const [, kind, id = ''] = streamPattern.exec(stream) ?? [];
  if (kind === 'user' && id === userId) return;
  if (kind === 'org') return void (await roleIn(store, userId, id));
  const conversation = kind !== 'conv' ? undefined : await orgOf(store, id);
  if (conversation === undefined) throw new Problem('not_found');
  await roleIn(store, userId, conversation.org_id, workers);
}

const orgOf = (store: Store, id: string) => store.selectFrom('conversations').select('org_id').where('id', '=', id).executeTakeFirst();
