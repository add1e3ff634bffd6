import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Tables } from './schema.ts';

/** Numbered in tens; a step that was released is never changed. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0010-accounts': { up: accounts },
  '0020-organizations': { up: organizations },
  '0030-work': { up: work },
  '0040-running': { up: running },
  '0050-memories': { up: memories },
  '0060-streams': { up: streams },
  '0070-details': { up: details },
};

async function accounts(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('plans')
    .addColumn('id', 'text', c => c.primaryKey())
    .addColumn('label', 'text', c => c.notNull())
    .addColumn('parallel_sessions_limit', 'integer', c => c.notNull())
    .addColumn('is_default', 'integer', c => c.notNull())
    .addColumn('is_hidden', 'integer', c => c.notNull())
    .execute();
  await db
    .insertInto('plans')
    .values([
      { id: 'plus', label: 'Plus', parallel_sessions_limit: 3, is_default: 1, is_hidden: 0 },
      { id: 'pro', label: 'Pro', parallel_sessions_limit: 10, is_default: 0, is_hidden: 0 },
      { id: 'max', label: 'Max', parallel_sessions_limit: 30, is_default: 0, is_hidden: 0 },
    ])
    .execute();
  await db.schema
    .createTable('users')
    .addColumn('id', 'text', c => c.primaryKey())
    .addColumn('email', 'text', c => c.notNull().unique())
    .addColumn('display_name', 'text', c => c.notNull())
    .addColumn('password_hash', 'text', c => c.notNull())
    .addColumn('email_verified_at', 'bigint')
    .addColumn('is_admin', 'integer', c => c.notNull())
    .addColumn('plan_id', 'text', c => c.references('plans.id'))
    .addColumn('active_org_id', 'text')
    .addColumn('sessions_valid_after', 'bigint', c => c.notNull())
    .addColumn('language', 'text', c => c.notNull())
    .addColumn('created_at', 'bigint', c => c.notNull())
    .execute();
  await db.schema
    .createTable('grants')
    .addColumn('id', 'text', c => c.primaryKey())
    .addColumn('user_id', 'text', c => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('plan_id', 'text', c => c.notNull().references('plans.id'))
    .addColumn('granted_by', 'text', c => c.notNull())
    .addColumn('granted_at', 'bigint', c => c.notNull())
    .addColumn('expires_at', 'bigint')
    .addColumn('revoked_at', 'bigint')
    .execute();
  await db.schema.createIndex('grants_by_user').on('grants').column('user_id').execute();
  await db.schema
    .createTable('web_sessions')
    .addColumn('id_hash', 'text', c => c.primaryKey())
    .addColumn('user_id', 'text', c => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('csrf', 'text', c => c.notNull())
    .addColumn('created_at', 'bigint', c => c.notNull())
    .addColumn('expires_at', 'bigint', c => c.notNull())
    .addColumn('ip', 'text', c => c.notNull())
    .addColumn('ua', 'text', c => c.notNull())
    .execute();
  await db.schema.createIndex('web_sessions_by_user').on('web_sessions').column('user_id').execute();
  await db.schema
    .createTable('mail_tokens')
    .addColumn('hash', 'text', c => c.primaryKey())
    .addColumn('user_id', 'text', c => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('kind', 'text', c => c.notNull())
    .addColumn('created_at', 'bigint', c => c.notNull())
    .addColumn('expires_at', 'bigint', c => c.notNull())
    .addColumn('used_at', 'bigint')
    .execute();
  await db.schema.createIndex('mail_tokens_by_user').on('mail_tokens').columns(['user_id', 'kind']).execute();
  await db.schema
    .createTable('oidc_payloads')
    .addColumn('model', 'text', c => c.notNull())
    .addColumn('id', 'text', c => c.notNull())
    .addColumn('payload', 'text', c => c.notNull())
    .addColumn('grant_id', 'text')
    .addColumn('uid', 'text')
    .addColumn('generation', 'integer', c => c.notNull())
    .addColumn('expires_at', 'bigint')
    .addColumn('consumed_at', 'bigint')
    .addPrimaryKeyConstraint('oidc_payloads_pk', ['model', 'id'])
    .execute();
  await db.schema.createIndex('oidc_payloads_by_grant').on('oidc_payloads').column('grant_id').execute();
  await db.schema.createIndex('oidc_payloads_by_uid').on('oidc_payloads').column('uid').execute();
  await db.schema.createIndex('oidc_payloads_by_end').on('oidc_payloads').column('expires_at').execute();
  await db.schema
    .createTable('signing_keys')
    .addColumn('kid', 'text', c => c.primaryKey())
    .addColumn('alg', 'text', c => c.notNull())
    .addColumn('sealed', 'text', c => c.notNull())
    .addColumn('state', 'text', c => c.notNull())
    .addColumn('created_at', 'bigint', c => c.notNull())
    .execute();
}

async function organizations(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('organizations')
    .addColumn('id', 'text', c => c.primaryKey())
    .addColumn('slug', 'text', c => c.notNull().unique())
    .addColumn('name', 'text', c => c.notNull())
    .addColumn('created_at', 'bigint', c => c.notNull())
    .execute();
  await db.schema
    .createTable('memberships')
    .addColumn('org_id', 'text', c => c.notNull().references('organizations.id').onDelete('cascade'))
    .addColumn('user_id', 'text', c => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('role', 'text', c => c.notNull())
    .addColumn('created_at', 'bigint', c => c.notNull())
    .addPrimaryKeyConstraint('memberships_pk', ['org_id', 'user_id'])
    .execute();
  await db.schema.createIndex('memberships_by_user').on('memberships').column('user_id').execute();
  await db.schema
    .createTable('invites')
    .addColumn('id', 'text', c => c.primaryKey())
    .addColumn('token_hash', 'text', c => c.unique())
    .addColumn('org_id', 'text', c => c.notNull().references('organizations.id').onDelete('cascade'))
    .addColumn('email', 'text', c => c.notNull())
    .addColumn('role', 'text', c => c.notNull())
    .addColumn('inviter', 'text', c => c.notNull())
    .addColumn('expires_at', 'bigint', c => c.notNull())
    .addColumn('accepted_at', 'bigint')
    .execute();
  await db.schema
    .createTable('audit')
    .addColumn('id', 'text', c => c.primaryKey())
    .addColumn('org_id', 'text')
    .addColumn('actor', 'text')
    .addColumn('action', 'text', c => c.notNull())
    .addColumn('target', 'text')
    .addColumn('ip', 'text', c => c.notNull())
    .addColumn('ts', 'bigint', c => c.notNull())
    .execute();
}

async function work(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('projects')
    .addColumn('id', 'text', c => c.primaryKey())
    .addColumn('org_id', 'text', c => c.notNull().references('organizations.id').onDelete('cascade'))
    .addColumn('name', 'text', c => c.notNull())
    .addColumn('kind', 'text', c => c.notNull())
    .addColumn('clone_url', 'text')
    .addColumn('default_branch', 'text')
    .addColumn('auth_mode', 'text')
    .addColumn('created_by', 'text', c => c.notNull())
    .addColumn('created_at', 'bigint', c => c.notNull())
    .addColumn('archived_at', 'bigint')
    .execute();
  await db.schema.createIndex('projects_by_org').on('projects').column('org_id').execute();
  await db.schema
    .createTable('conversations')
    .addColumn('id', 'text', c => c.primaryKey())
    .addColumn('org_id', 'text', c => c.notNull().references('organizations.id').onDelete('cascade'))
    .addColumn('project_id', 'text', c => c.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('created_by', 'text', c => c.notNull())
    .addColumn('title', 'text', c => c.notNull())
    .addColumn('status', 'text', c => c.notNull())
    .addColumn('model', 'text')
    .addColumn('created_at', 'bigint', c => c.notNull())
    .addColumn('updated_at', 'bigint', c => c.notNull())
    .execute();
  await db.schema.createIndex('conversations_by_org').on('conversations').columns(['org_id', 'id']).execute();
  await db.schema
    .createTable('providers')
    .addColumn('id', 'text', c => c.primaryKey())
    .addColumn('org_id', 'text', c => c.notNull().references('organizations.id').onDelete('cascade'))
    .addColumn('kind', 'text', c => c.notNull())
    .addColumn('label', 'text', c => c.notNull())
    .addColumn('secret_hint', 'text', c => c.notNull())
    .addColumn('base_url', 'text')
    .addColumn('default_model', 'text')
    .addColumn('created_at', 'bigint', c => c.notNull())
    .execute();
  await db.schema.createIndex('providers_by_org').on('providers').column('org_id').execute();
  await db.schema
    .createTable('secrets')
    .addColumn('owner_kind', 'text', c => c.notNull())
    .addColumn('owner_id', 'text', c => c.notNull())
    .addColumn('org_id', 'text', c => c.notNull().references('organizations.id').onDelete('cascade'))
    .addColumn('sealed', 'text', c => c.notNull())
    .addPrimaryKeyConstraint('secrets_pk', ['owner_kind', 'owner_id'])
    .execute();
}

async function running(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('runtime_sessions')
    .addColumn('id', 'text', c => c.primaryKey())
    .addColumn('org_id', 'text', c => c.notNull().references('organizations.id').onDelete('cascade'))
    .addColumn('conv_id', 'text', c => c.notNull().unique().references('conversations.id').onDelete('cascade'))
    .addColumn('user_id', 'text', c => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('status', 'text', c => c.notNull())
    .addColumn('fence', 'integer', c => c.notNull())
    .addColumn('created_at', 'bigint', c => c.notNull())
    .execute();
  await db.schema.createIndex('runtime_sessions_by_user').on('runtime_sessions').columns(['user_id', 'status']).execute();
  await db.schema
    .createTable('jobs')
    .addColumn('id', 'text', c => c.primaryKey())
    .addColumn('kind', 'text', c => c.notNull())
    .addColumn('body', 'text', c => c.notNull())
    .addColumn('state', 'text', c => c.notNull())
    .addColumn('attempts', 'integer', c => c.notNull())
    .addColumn('run_at', 'bigint', c => c.notNull())
    .addColumn('locked_until', 'bigint', c => c.notNull())
    .addColumn('last_error', 'text')
    .addColumn('created_at', 'bigint', c => c.notNull())
    .execute();
  await db.schema.createIndex('jobs_by_time').on('jobs').columns(['state', 'run_at']).execute();
  await db.schema
    .createTable('idempotency')
    .addColumn('key', 'text', c => c.notNull())
    .addColumn('user_id', 'text', c => c.notNull())
    .addColumn('hash', 'text', c => c.notNull())
    .addColumn('status', 'integer', c => c.notNull())
    .addColumn('response', 'text', c => c.notNull())
    .addColumn('expires_at', 'bigint', c => c.notNull())
    .addPrimaryKeyConstraint('idempotency_pk', ['user_id', 'key'])
    .execute();
}

async function memories(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('memories')
    // What the words are found by: a number that nothing renumbers.
    .addColumn('seq', 'integer', c => c.primaryKey().autoIncrement())
    .addColumn('id', 'text', c => c.notNull().unique())
    .addColumn('org_id', 'text', c => c.notNull().references('organizations.id').onDelete('cascade'))
    .addColumn('user_id', 'text', c => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('project_id', 'text', c => c.references('projects.id').onDelete('cascade'))
    .addColumn('visibility', 'text', c => c.notNull())
    .addColumn('kind', 'text', c => c.notNull())
    .addColumn('title', 'text', c => c.notNull())
    .addColumn('content', 'text', c => c.notNull())
    .addColumn('tags', 'text', c => c.notNull())
    .addColumn('topic_key', 'text')
    .addColumn('confidence', 'real', c => c.notNull())
    .addColumn('status', 'text', c => c.notNull())
    .addColumn('archived', 'integer', c => c.notNull())
    .addColumn('origin', 'text', c => c.notNull())
    .addColumn('conversation_id', 'text')
    .addColumn('fingerprint', 'text', c => c.notNull())
    .addColumn('times_used', 'integer', c => c.notNull())
    .addColumn('last_used_at', 'bigint')
    .addColumn('reinforced_at', 'bigint', c => c.notNull())
    .addColumn('created_at', 'bigint', c => c.notNull())
    .addColumn('updated_at', 'bigint', c => c.notNull())
    .execute();
  await db.schema.createIndex('memories_by_org').on('memories').columns(['org_id', 'id']).execute();
  await db.schema.createIndex('memories_by_topic').on('memories').columns(['org_id', 'kind', 'topic_key']).execute();
  await db.schema.createIndex('memories_by_fingerprint').on('memories').columns(['org_id', 'fingerprint']).execute();
  // By triggers, so that no way of writing or deleting leaves it out.
  await sql`create virtual table memory_words using fts5(words, tokenize = 'trigram remove_diacritics 1')`.execute(db);
  await sql`insert into memory_words (memory_words, rank) values ('secure-delete', 1)`.execute(db);
  const words = (row: string) => sql.raw(`${row}.title || ' ' || ${row}.content || ' ' || ${row}.tags`);
  await sql`create trigger memory_words_in after insert on memories begin
    insert into memory_words (rowid, words) values (new.seq, ${words('new')}); end`.execute(db);
  await sql`create trigger memory_words_changed after update of title, content, tags on memories begin
    update memory_words set words = ${words('new')} where rowid = new.seq; end`.execute(db);
  await sql`create trigger memory_words_out after delete on memories begin
    delete from memory_words where rowid = old.seq; end`.execute(db);
}

async function streams(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('streams')
    .addColumn('id', 'text', c => c.primaryKey())
    .addColumn('last_seq', 'bigint', c => c.notNull())
    .execute();
  await db.schema
    .createTable('events')
    .addColumn('stream', 'text', c => c.notNull().references('streams.id').onDelete('cascade'))
    .addColumn('seq', 'bigint', c => c.notNull())
    .addColumn('ts', 'bigint', c => c.notNull())
    .addColumn('type', 'text', c => c.notNull())
    .addColumn('body', 'text', c => c.notNull())
    .addPrimaryKeyConstraint('events_pk', ['stream', 'seq'])
    .execute();
  await db.schema
    .createTable('tickets')
    .addColumn('hash', 'text', c => c.primaryKey())
    .addColumn('user_id', 'text', c => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('expires_at', 'bigint', c => c.notNull())
    .execute();
}

async function details(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('audit').addColumn('details', 'text').execute();
  // What was kept before says neither whose it is nor who may hear it.
  await db.deleteFrom('idempotency').execute();
  await db.schema.alterTable('idempotency').addColumn('org_id', 'text').execute();
  await db.schema.alterTable('idempotency').addColumn('target', 'text').execute();
  await db.schema
    .alterTable('idempotency')
    .addColumn('rights', 'text', c => c.notNull().defaultTo('[]'))
    .execute();
  await db.schema.createIndex('idempotency_by_target').on('idempotency').column('target').execute();
  await db.schema.createIndex('idempotency_by_org').on('idempotency').column('org_id').execute();
  await db.schema.createIndex('idempotency_by_end').on('idempotency').column('expires_at').execute();
  await db.schema.createIndex('events_by_time').on('events').column('ts').execute();
  await db.schema.createIndex('tickets_by_user').on('tickets').column('user_id').execute();
}
