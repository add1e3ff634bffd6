import { Problem } from '../../protocol/problems.ts';
import { inParts, type Store } from '../../store/store.ts';
import { type Role, workers } from '../v1/membership.ts';

export const streamPattern = /^(user|org|conv):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** All that happens, or, for who does not work in an organization, what concerns it and its members alone. */
export type View = 'all' | 'people';

const aboutPeople = /^(?:organization|member)\./;

export const isSeen = (view: View, type: string): boolean => view === 'all' || aboutPeople.test(type);

/** What some people may hear of some streams, as it was at one moment. */
export interface Rights {
  /** Since when what somebody was given counts; undefined if there is no such account. */
  validAfter(userId: string): number | undefined;
  /** What somebody may hear of a stream, or why not: the same that the routes say. */
  of(userId: string, stream: string): View | Problem;
  /** The organization of a stream. */
  orgOf(stream: string): string | undefined;
}

/** Looks at all of them at once: a few queries, however many connections and streams there are. */
export async function rightsOf(store: Store, userIds: Iterable<string>, streams: Iterable<string>): Promise<Rights> {
  const [people, wanted] = [[...new Set(userIds)], [...new Set(streams)]];
  const ids = (kind: string) => wanted.flatMap(stream => (stream.startsWith(`${kind}:`) ? [stream.slice(kind.length + 1)] : []));
  const users = await inParts(people, some =>
    store.selectFrom('users').select(['id', 'sessions_valid_after']).where('id', 'in', some).execute(),
  );
  const memberships = await inParts(people, some => store.selectFrom('memberships').selectAll().where('user_id', 'in', some).execute());
  const conversations = await inParts(ids('conv'), some =>
    store.selectFrom('conversations').select(['id', 'org_id']).where('id', 'in', some).execute(),
  );
  const since = new Map(users.map(({ id, sessions_valid_after }) => [id, sessions_valid_after]));
  const roles = new Map(memberships.map(({ user_id, org_id, role }) => [`${user_id} ${org_id}`, role as Role]));
  const orgs = new Map(conversations.map(({ id, org_id }) => [id, org_id]));
  const orgOf = (stream: string) => {
    const [, kind, id = ''] = streamPattern.exec(stream) ?? [];
    return kind === 'org' ? id : kind === 'conv' ? orgs.get(id) : undefined;
  };
  return {
    validAfter: userId => since.get(userId),
    orgOf,
    of(userId, stream) {
      if (stream === `user:${userId}`) return 'all';
      const role = roles.get(`${userId} ${orgOf(stream) ?? ''}`);
      if (role === undefined) return new Problem('not_found');
      if (workers.includes(role)) return 'all';
      return stream.startsWith('org:') ? 'people' : new Problem('forbidden');
    },
  };
}

/** What somebody may hear of a stream; throws as the routes for the same do. */
export async function checkStream(store: Store, userId: string, stream: string): Promise<void> {
  const seen = (await rightsOf(store, [userId], [stream])).of(userId, stream);
  if (seen instanceof Problem) throw seen;
}
