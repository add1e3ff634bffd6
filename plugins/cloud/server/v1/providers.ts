import { randomUUIDv7 } from 'node:crypto';
import { Problem } from '../../protocol/problems.ts';
import { choice, id, list, name, nullable, strict, text } from '../../protocol/schemas.ts';
import type { User } from '../../store/schema.ts';
import type { Sealer } from '../../store/seal.ts';
import type { Store } from '../../store/store.ts';
import type { Acting } from '../changes.ts';
import type { Cloud } from '../cloud.ts';
import { publicAddress } from './addresses.ts';
import { managers, roleIn, rowOf, workers } from './membership.ts';
import type { routesOf } from './routes.ts';

export const kinds = ['anthropic', 'openai', 'google', 'mistral', 'openrouter', 'groq', 'deepseek'] as const;
const kind = choice(...kinds, 'custom');
const word = { type: 'string' };
/** Of a key only its end is told, and only where enough of it stays unknown. */
const provider = strict({
  id,
  organizationId: id,
  kind,
  label: word,
  secretHint: word,
  baseUrl: nullable(word),
  defaultModel: nullable(word),
});
const changeable = { label: name(80), secret: text(1_000, 8), baseUrl: text(500), defaultModel: name(200) };

interface Change {
  readonly label?: string;
  readonly secret?: string;
  readonly baseUrl?: string;
  readonly defaultModel?: string;
}

interface Begun extends Change {
  readonly organizationId: string;
  readonly kind: string;
  readonly label: string;
  readonly secret: string;
}

/** The providers of an organization. A key goes in, sealed, and never out again. */
export function addProviders(add: ReturnType<typeof routesOf>, { sealer }: Cloud): void {
  const tag = 'providers';
  const url = '/v1/organization/providers';
  add<undefined, undefined, { organizationId: string }>({
    ...{ method: 'GET', url, summary: 'The providers of an organization, without their keys.', tag },
    query: strict({ organizationId: id }),
    answer: { 200: strict({ providers: list(provider) }) },
    async handle({ store, user, query }) {
      await roleIn(store, user.id, query.organizationId, workers);
      const rows = await store.selectFrom('providers').selectAll().where('org_id', '=', query.organizationId).orderBy('id').execute();
      return { providers: rows.map(shown) };
    },
  });

  add<Begun>({
    ...{ method: 'POST', url, summary: 'Adds a provider with its key.', tag },
    body: strict({ organizationId: id, kind, ...changeable }, ['baseUrl', 'defaultModel']),
    answer: { 201: provider },
    handle: ({ user, body, ...asked }) => addProvider(sealer, user, body, asked),
  });

  add<Change, { id: string }>({
    ...{ method: 'PATCH', url: `${url}/:id`, summary: 'Changes a provider; a new key replaces the old one.', tag },
    ...{ params: strict({ id }), body: strict(changeable, Object.keys(changeable)) },
    answer: { 200: provider },
    async handle({ store, user, params, body, note }) {
      const found = store.selectFrom('providers').selectAll().where('id', '=', params.id).executeTakeFirst();
      const row = await rowOf(found, orgId => roleIn(store, user.id, orgId, managers));
      // A key is for the address that it was given with: elsewhere it is told to somebody else.
      if (body.baseUrl !== undefined && body.baseUrl !== row.base_url && body.secret === undefined) throw new Problem('invalid_request');
      const change = {
        ...(body.label !== undefined && { label: body.label.trim() }),
        ...(body.defaultModel !== undefined && { default_model: body.defaultModel }),
        ...(body.secret !== undefined && { secret_hint: hintOf(body.secret) }),
        ...addressIn(body),
      };
      if (Object.keys(change).length > 0) await store.updateTable('providers').set(change).where('id', '=', row.id).execute();
      if (body.secret !== undefined) await keepSecret(sealer, store, row, body.secret);
      await note({ action: 'provider.changed', org: row.org_id, target: row.id });
      return shown({ ...row, ...change });
    },
  });

  add<undefined, { id: string }>({
    ...{ method: 'DELETE', url: `${url}/:id`, summary: 'Removes a provider and its key.', tag },
    params: strict({ id }),
    answer: { 204: true },
    async handle({ store, user, params, note }) {
      const found = store.selectFrom('providers').selectAll().where('id', '=', params.id).executeTakeFirst();
      const row = await rowOf(found, orgId => roleIn(store, user.id, orgId, managers));
      await store.deleteFrom('secrets').where('owner_kind', '=', 'provider').where('owner_id', '=', row.id).execute();
      await store.deleteFrom('providers').where('id', '=', row.id).execute();
      await note({ action: 'provider.removed', org: row.org_id, target: row.id });
    },
  });
}

/** Adds a provider to an organization that somebody manages. */
export async function addProvider(sealer: Sealer, user: User, body: Begun, { store, now, note }: Acting) {
  await roleIn(store, user.id, body.organizationId, managers);
  if (body.kind === 'custom' && body.baseUrl === undefined) throw new Problem('invalid_request');
  const row = {
    ...{ id: randomUUIDv7(), org_id: body.organizationId, kind: body.kind, created_at: now },
    ...{ label: body.label.trim(), secret_hint: hintOf(body.secret), base_url: null, default_model: body.defaultModel ?? null },
    ...addressIn(body),
  };
  await store.insertInto('providers').values(row).execute();
  await keepSecret(sealer, store, row, body.secret);
  await note({ action: 'provider.added', org: row.org_id, target: row.id });
  return shown(row);
}

async function keepSecret(
  sealer: Sealer,
  store: Store,
  { id: owner, org_id }: { readonly id: string; readonly org_id: string },
  secret: string,
) {
  const sealed = sealer.seal(secret, `${org_id}/${owner}`);
  await store
    .insertInto('secrets')
    .values({ owner_kind: 'provider', owner_id: owner, org_id, sealed })
    .onConflict(conflict => conflict.columns(['owner_kind', 'owner_id']).doUpdateSet({ sealed }))
    .execute();
}

interface Row {
  readonly id: string;
  readonly org_id: string;
  readonly kind: string;
  readonly label: string;
  readonly secret_hint: string;
  readonly base_url: string | null;
  readonly default_model: string | null;
}

function shown(row: Row) {
  const { id: providerId, org_id: organizationId, kind: of, label, secret_hint, base_url, default_model } = row;
  return { id: providerId, organizationId, kind: of, label, secretHint: secret_hint, baseUrl: base_url, defaultModel: default_model };
}

const hintOf = (secret: string): string => (secret.length >= 20 ? `…${secret.slice(-4)}` : '…');

function addressIn({ baseUrl }: Change): { base_url?: string } {
  if (baseUrl === undefined) return {};
  const address = publicAddress(baseUrl);
  if (address === undefined) throw new Problem('private_address');
  return { base_url: address };
}
