import { visibleText } from '@atelier/kernel';
import type { Account } from '../contract/index.ts';
import { addressOf } from './address.ts';

/** What a server said of the account, reduced to what is shown. */
export interface Told {
  readonly account: Account;
  /** Where its routes are, if it publishes an address of its own for them. */
  readonly apiUrl: string | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

const most = 300;

/** Reads the answer of the bootstrap route; undefined if it is none. Fields that nobody here knows are for newer versions. */
export function readBootstrap(answer: unknown, url: string): Told | undefined {
  const { user, organizations, usage, projects, conversations, cloudInstances, activeOrganizationId } = fieldsOf(answer);
  const { email, displayName, subscription } = fieldsOf(user);
  const { activeParallelSessions: active, parallelSessionsLimit: limit } = fieldsOf(usage);
  if (typeof email !== 'string' || typeof displayName !== 'string' || !isCount(active) || !isCount(limit)) return undefined;
  const all = [organizations, projects, conversations, cloudInstances];
  if (!all.every(Array.isArray)) return undefined;
  const { label, source, expiresAt } = fieldsOf(subscription);
  const orgs = (organizations as unknown[]).map(fieldsOf).filter(({ name }) => typeof name === 'string');
  const current = orgs.find(({ id }) => id === activeOrganizationId)?.name;
  const own = (cloudInstances as unknown[]).map(fieldsOf).find(({ baseUrl }) => baseUrl === url);
  const { apiBaseUrl } = fieldsOf(own?.endpoints);
  return {
    account: {
      ...{ email: shown(email), displayName: shown(displayName) },
      ...(typeof label === 'string' && { plan: shown(label), complimentary: source === 'grant' }),
      ...(isTime(expiresAt) && { planUntil: expiresAt }),
      organizations: orgs.slice(0, 100).map(({ name }) => shown(name as string)),
      ...(typeof current === 'string' && { activeOrganization: shown(current) }),
      ...{ active, limit },
    },
    apiUrl: typeof apiBaseUrl === 'string' ? addressOf(apiBaseUrl) : undefined,
  };
}

const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** A date that can be written. */
const isTime = (value: unknown): value is number => typeof value === 'number' && Math.abs(value) <= 8.64e15;

/** On one line, without characters that turn or hide text. */
const shown = (text: string): string => visibleText(text.slice(0, most), 'name').slice(0, most);
