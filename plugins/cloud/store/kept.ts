import type { Store } from './store.ts';

interface Changed {
  readonly action: string;
  readonly org?: string;
  readonly target?: string;
}

/** Answers that are kept for a second try say what a thing was: once it was changed they say nothing. Returns whether there were any. */
export async function dropKept(store: Store, { action, org, target }: Changed): Promise<boolean> {
  if (action === 'organization.deleted' && org !== undefined) {
    const { numDeletedRows } = await store.deleteFrom('idempotency').where('org_id', '=', org).executeTakeFirst();
    return numDeletedRows > 0n;
  }
  if (target === undefined) return false;
  const { numUpdatedRows } = await store
    .updateTable('idempotency')
    .set({ response: '' })
    .where('target', '=', target)
    .where('response', '!=', '')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
