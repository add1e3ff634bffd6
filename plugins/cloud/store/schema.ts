import type { Generated, Insertable, Selectable } from 'kysely';

// Portable on purpose: text ids, epoch milliseconds as bigint, 0 or 1 for a yes or no, JSON as text, no type of one engine.

export interface Tables {
  readonly users: UserTable;
  readonly web_sessions: WebSessionTable;
  readonly oidc_payloads: OidcPayloadTable;
  readonly signing_keys: SigningKeyTable;
  readonly plans: PlanTable;
  readonly grants: GrantTable;
  readonly organizations: OrganizationTable;
  readonly memberships: MembershipTable;
  readonly invites: InviteTable;
  readonly mail_tokens: MailTokenTable;
  readonly projects: ProjectTable;
  readonly conversations: ConversationTable;
  readonly providers: ProviderTable;
  readonly secrets: SecretTable;
  readonly runtime_sessions: RuntimeSessionTable;
  readonly audit: AuditTable;
  readonly jobs: JobTable;
  readonly idempotency: IdempotencyTable;
  readonly memories: MemoryTable;
  readonly memory_words: MemoryWordsTable;
  readonly streams: StreamTable;
  readonly events: EventTable;
  readonly tickets: TicketTable;
}

interface UserTable {
  id: string;
  /** In lower case. */
  email: string;
  display_name: string;
  password_hash: string;
  email_verified_at: number | null;
  is_admin: number;
  plan_id: string | null;
  active_org_id: string | null;
  /** Nothing that was issued before counts; set when the password is reset. */
  sessions_valid_after: number;
  language: string;
  created_at: number;
}

interface WebSessionTable {
  id_hash: string;
  user_id: string;
  csrf: string;
  created_at: number;
  expires_at: number;
  ip: string;
  ua: string;
}

interface OidcPayloadTable {
  model: string;
  id: string;
  payload: string;
  grant_id: string | null;
  uid: string | null;
  /** How often the family of a refresh token had been rotated when this one was made. */
  generation: number;
  expires_at: number | null;
  consumed_at: number | null;
}

interface SigningKeyTable {
  kid: string;
  alg: string;
  sealed: string;
  state: string;
  created_at: number;
}

interface PlanTable {
  id: string;
  label: string;
  parallel_sessions_limit: number;
  is_default: number;
  is_hidden: number;
}

interface GrantTable {
  id: string;
  user_id: string;
  plan_id: string;
  granted_by: string;
  granted_at: number;
  expires_at: number | null;
  revoked_at: number | null;
}

interface OrganizationTable {
  id: string;
  slug: string;
  name: string;
  created_at: number;
}

interface MembershipTable {
  org_id: string;
  user_id: string;
  role: string;
  created_at: number;
}

interface InviteTable {
  id: string;
  /** Null until the mail is sent: the token is made at that moment. */
  token_hash: string | null;
  org_id: string;
  email: string;
  role: string;
  inviter: string;
  expires_at: number;
  accepted_at: number | null;
}

interface MailTokenTable {
  hash: string;
  user_id: string;
  kind: string;
  created_at: number;
  expires_at: number;
  used_at: number | null;
}

interface ProjectTable {
  id: string;
  org_id: string;
  name: string;
  kind: string;
  clone_url: string | null;
  default_branch: string | null;
  auth_mode: string | null;
  created_by: string;
  created_at: number;
  archived_at: number | null;
}

interface ConversationTable {
  id: string;
  org_id: string;
  project_id: string;
  created_by: string;
  title: string;
  status: string;
  model: string | null;
  created_at: number;
  updated_at: number;
}

interface ProviderTable {
  id: string;
  org_id: string;
  kind: string;
  label: string;
  secret_hint: string;
  base_url: string | null;
  default_model: string | null;
  created_at: number;
}

interface SecretTable {
  owner_kind: string;
  owner_id: string;
  org_id: string;
  sealed: string;
}

interface RuntimeSessionTable {
  id: string;
  org_id: string;
  conv_id: string;
  user_id: string;
  status: string;
  fence: number;
  created_at: number;
}

interface AuditTable {
  id: string;
  org_id: string | null;
  actor: string | null;
  action: string;
  target: string | null;
  ip: string;
  ts: number;
  /** What was before and after, as JSON. */
  details: string | null;
}

interface JobTable {
  id: string;
  kind: string;
  body: string;
  state: string;
  attempts: number;
  run_at: number;
  locked_until: number;
  last_error: string | null;
  created_at: number;
}

interface IdempotencyTable {
  key: string;
  user_id: string;
  hash: string;
  status: number;
  /** As JSON; empty once what it tells of was changed. */
  response: string;
  expires_at: number;
  org_id: string | null;
  /** What it tells of. */
  target: string | null;
  /** What who asked had to be, as JSON. */
  rights: string;
}

interface MemoryTable {
  seq: Generated<number>;
  id: string;
  org_id: string;
  /** Whose it is. */
  user_id: string;
  /** Null if it holds everywhere. */
  project_id: string | null;
  visibility: string;
  kind: string;
  title: string;
  content: string;
  /** A list, as JSON. */
  tags: string;
  topic_key: string | null;
  confidence: number;
  status: string;
  archived: number;
  origin: string;
  conversation_id: string | null;
  /** Of kind and words, as they are compared. */
  fingerprint: string;
  times_used: number;
  last_used_at: number | null;
  reinforced_at: number;
  created_at: number;
  updated_at: number;
}

/** The index of the words of memories. */
interface MemoryWordsTable {
  words: string;
  rank: number;
}

interface StreamTable {
  /** `user:`, `org:` or `conv:` and an id. */
  id: string;
  last_seq: number;
}

interface EventTable {
  stream: string;
  seq: number;
  ts: number;
  type: string;
  body: string;
}

/** What opens one connection, once. */
interface TicketTable {
  hash: string;
  user_id: string;
  expires_at: number;
}

export type User = Selectable<UserTable>;
export type WebSession = Selectable<WebSessionTable>;
export type OidcPayload = Selectable<OidcPayloadTable>;
export type Plan = Selectable<PlanTable>;
export type MemoryRow = Omit<Selectable<MemoryTable>, 'seq'>;
export type Job = Selectable<JobTable>;
export type Audit = Insertable<AuditTable>;
