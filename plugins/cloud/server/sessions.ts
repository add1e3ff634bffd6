import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hashOf, newToken } from '../jobs/tokens.ts';
import { Problem } from '../protocol/problems.ts';
import type { User } from '../store/schema.ts';
import type { Cloud } from './cloud.ts';

const day = 24 * 3_600_000;
const staysMs = 14 * day;
const browserMs = day / 2;

export interface SignedIn {
  readonly user: User;
  readonly idHash: string;
  readonly csrf: string;
  readonly since: number;
}

/** With https the name itself tells browsers to take it from this host alone. */
export function sessionCookieName(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Host-cloud_session' : 'cloud_session';
}

export function cookieIn(header: string | undefined, name: string): string | undefined {
  const found = (header ?? '').split(';').find(pair => pair.trimStart().startsWith(`${name}=`));
  return found?.trim().slice(name.length + 1);
}

export async function startSession(
  cloud: Cloud,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: string,
  stays: boolean,
): Promise<string> {
  const [id, csrf] = [newToken(), newToken()];
  const now = cloud.now();
  await cloud.store.deleteFrom('web_sessions').where('expires_at', '<=', now).execute();
  await cloud.store
    .insertInto('web_sessions')
    .values({
      ...{ id_hash: hashOf(id), user_id: userId, csrf, created_at: now, expires_at: now + (stays ? staysMs : browserMs) },
      ...{ ip: request.ip, ua: (request.headers['user-agent'] ?? '').slice(0, 200) },
    })
    .execute();
  setCookie(cloud, reply, id, stays ? staysMs : undefined);
  return csrf;
}

/** Who is signed in with the cookie of a request, of Node or of fastify. */
export async function signedIn(
  cloud: Pick<Cloud, 'publicUrl' | 'store' | 'now'>,
  cookies: string | undefined,
): Promise<SignedIn | undefined> {
  const id = cookieIn(cookies, sessionCookieName(cloud.publicUrl));
  if (id === undefined) return undefined;
  const found = await cloud.store
    .selectFrom('web_sessions')
    .innerJoin('users', 'users.id', 'web_sessions.user_id')
    .selectAll('users')
    .select(['web_sessions.id_hash', 'web_sessions.csrf', 'web_sessions.created_at as since'])
    .where('web_sessions.id_hash', '=', hashOf(id))
    .where('web_sessions.expires_at', '>', cloud.now())
    .executeTakeFirst();
  if (found === undefined || found.since < found.sessions_valid_after) return undefined;
  const { id_hash, csrf, since, ...user } = found;
  return { user, idHash: id_hash, csrf, since };
}

export async function endSession(cloud: Cloud, reply: FastifyReply, session: SignedIn): Promise<void> {
  await cloud.store.deleteFrom('web_sessions').where('id_hash', '=', session.idHash).execute();
  setCookie(cloud, reply, '', 0);
}

function setCookie({ publicUrl }: Cloud, reply: FastifyReply, value: string, lifeMs: number | undefined): void {
  const life = lifeMs === undefined ? '' : `; Max-Age=${Math.floor(lifeMs / 1000)}`;
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  reply.header('set-cookie', `${sessionCookieName(publicUrl)}=${value}; Path=/; HttpOnly; SameSite=Lax${life}${secure}`);
}

/** Refuses what another page sends. A program that is no browser says nothing about pages, and has no cookie to misuse. */
export function checkOrigin(publicUrl: string, request: FastifyRequest, needsOrigin: boolean): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  const isForeign = origin === undefined ? needsOrigin || (site !== undefined && site !== 'same-origin') : origin !== publicUrl;
  if (isForeign || site === 'cross-site') throw new Problem('cross_site');
}

export function checkCsrf(session: SignedIn, given: string): void {
  const [mine, theirs] = [Buffer.from(session.csrf), Buffer.from(given)];
  if (mine.length !== theirs.length || !timingSafeEqual(mine, theirs)) throw new Problem('cross_site');
}

/** The part of an address that a sign-in may lead on to. */
export function safeReturnTo(publicUrl: string, text: string | undefined): string | undefined {
  const page = pageOfOurs(publicUrl, text);
  return page !== undefined && /^\/cloud\/(?:login|signup)$/.test(URL.parse(page, publicUrl)?.pathname ?? '') ? undefined : page;
}

/** The address of a page of ours; nothing that leaves this server, however it is written. */
export function pageOfOurs(publicUrl: string, text: string | undefined): string | undefined {
  if (text === undefined || text.length > 4_000 || /[\\\s\p{Cc}]/u.test(text)) return undefined;
  const url = URL.parse(text, publicUrl);
  if (url === null || url.origin !== publicUrl || url.username !== '' || url.password !== '') return undefined;
  if (!text.startsWith('/') && !text.startsWith(`${publicUrl}/`)) return undefined;
  if (text.startsWith('//')) return undefined;
  const path = url.pathname;
  return path === '/oidc/authorize' || path.startsWith('/cloud/') ? text : undefined;
}
