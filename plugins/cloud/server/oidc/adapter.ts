import { createHash } from 'node:crypto';
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import type { OidcPayload } from '../../store/schema.ts';
import type { Store } from '../../store/store.ts';

export interface AdapterOptions {
  readonly store: Store;
  readonly now: () => number;
  /** Whether a refresh token is taken again while what it was exchanged for has not been used: its answer may have been lost. */
  readonly grace: boolean;
}

/** Whoever has one of these has what it stands for, so only a hash of it is kept. */
const hashed = new Set(['RefreshToken', 'AuthorizationCode', 'AccessToken']);

/** The provider's records in our database. */
export function createAdapter(model: string, { store, now, grace }: AdapterOptions): Adapter {
  const key = (id: string) => (hashed.has(model) ? createHash('sha256').update(id).digest('base64url') : id);
  const row = (within: Store, id: string) =>
    within.selectFrom('oidc_payloads').selectAll().where('model', '=', model).where('id', '=', key(id)).executeTakeFirst();

  /** Whether nothing that the token was exchanged for has been used. */
  const isSuccessorUnused = async (within: Store, { grant_id, generation }: OidcPayload) => {
    const used = await within
      .selectFrom('oidc_payloads')
      .select('id')
      .where('model', '=', model)
      .where('grant_id', '=', grant_id)
      .where('generation', '>', generation)
      .where('consumed_at', 'is not', null)
      .executeTakeFirst();
    return used === undefined;
  };
  const mayRepeat = async (within: Store, found: OidcPayload) =>
    grace && model === 'RefreshToken' && found.grant_id !== null && (await isSuccessorUnused(within, found));

  const payloadOf = async (found: OidcPayload | undefined, id?: string): Promise<AdapterPayload | undefined> => {
    if (found === undefined || (found.expires_at !== null && found.expires_at <= now())) return undefined;
    const payload = { ...(JSON.parse(found.payload) as AdapterPayload), ...(id !== undefined && { jti: id }) };
    if (found.consumed_at === null || (await mayRepeat(store, found))) return payload;
    return { ...payload, consumed: Math.floor(found.consumed_at / 1000) };
  };

  return {
    async upsert(id, { consumed: _, ...payload }, expiresIn) {
      const { jti, ...rest } = payload;
      const kept = JSON.stringify(hashed.has(model) ? rest : { ...rest, jti });
      const expires_at = expiresIn === undefined ? null : now() + expiresIn * 1000;
      const generation = Number(payload.rotations ?? 0);
      await store.transaction().execute(async tx => {
        await tx.deleteFrom('oidc_payloads').where('expires_at', '<=', now()).execute();
        if (model === 'RefreshToken' && payload.grantId !== undefined) {
          // A family has one living token: what an answer that was lost held dies with the next one.
          await tx
            .deleteFrom('oidc_payloads')
            .where('model', '=', model)
            .where('grant_id', '=', payload.grantId)
            .where('consumed_at', 'is', null)
            .where('id', '!=', key(id))
            .execute();
        }
        await tx
          .insertInto('oidc_payloads')
          .values({
            ...{ model, id: key(id), payload: kept, grant_id: payload.grantId ?? null, uid: payload.uid ?? null },
            ...{ generation, expires_at, consumed_at: null },
          })
          .onConflict(conflict => conflict.columns(['model', 'id']).doUpdateSet({ payload: kept, expires_at }))
          .execute();
      });
    },
    find: async id => payloadOf(await row(store, id), id),
    async findByUid(uid) {
      const found = await store
        .selectFrom('oidc_payloads')
        .selectAll()
        .where('model', '=', model)
        .where('uid', '=', uid)
        .executeTakeFirst();
      return payloadOf(found);
    },
    findByUserCode: async () => undefined,
    async consume(id) {
      await store.transaction().execute(async tx => {
        const { numUpdatedRows } = await tx
          .updateTable('oidc_payloads')
          .set({ consumed_at: now() })
          .where('model', '=', model)
          .where('id', '=', key(id))
          .where('consumed_at', 'is', null)
          .executeTakeFirst();
        if (numUpdatedRows === 1n) return;
        const found = await row(tx, id);
        // The provider answers any other error with 500.
        if (found === undefined || !(await mayRepeat(tx, found))) throw new errors.InvalidGrant('already used');
      });
    },
    async destroy(id) {
      await store.deleteFrom('oidc_payloads').where('model', '=', model).where('id', '=', key(id)).execute();
    },
    async revokeByGrantId(grantId) {
      await store.deleteFrom('oidc_payloads').where('grant_id', '=', grantId).execute();
    },
  };
}

/** Ends every sign-in of desktops of a user, and what they were asked in between. */
export async function revokeAll(store: Store, userId: string): Promise<void> {
  const rows = await store
    .selectFrom('oidc_payloads')
    .select(['model', 'id', 'payload'])
    .where('model', 'in', ['RefreshToken', 'AuthorizationCode', 'Grant', 'Session'])
    .execute();
  for (const { model, id, payload } of rows) {
    if ((JSON.parse(payload) as AdapterPayload).accountId !== userId) continue;
    await store.deleteFrom('oidc_payloads').where('model', '=', model).where('id', '=', id).execute();
  }
}
