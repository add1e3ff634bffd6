import { type About, type InspectionService, isAppError, type Locale } from '@atelier/kernel';
import type { Check } from '../../contract/index.ts';
import { errors } from '../errors.ts';
import { checkClock } from './clock.ts';
import { checkChoices, checkFolders } from './files.ts';
import { checkNpm } from './npm.ts';

/** What the agent says of itself. */
export interface AgentLook {
  readonly checks: readonly { readonly name: string; readonly ok: boolean; readonly why?: string }[];
}

export interface Checking {
  readonly inspection: Pick<InspectionService, 'checkDatabases'>;
  readonly about: About;
  /** Answers undefined where there is no agent. */
  readonly agent: () => Promise<AgentLook | undefined>;
  readonly locale: Locale;
  readonly now: number;
}

/** In order, it says at most a version or a figure; otherwise it throws who, what, why and what to do. */
export type CheckWork = () => Promise<string | undefined>;

/** What the program can do without, if less well. */
const optional = new Set(['git', 'cli', 'npm', 'sandbox', 'isolation', 'secrets', 'clock']);

/** Checks everything. No check waits for another, none throws, and the order is always the same. */
export async function checkAll({ inspection, about, agent, locale, now }: Checking): Promise<readonly Check[]> {
  const own: Readonly<Record<string, CheckWork>> = {
    profile: () => checkFolders(about.profile),
    choices: () => checkChoices(about.profile),
    databases: () => checkDatabases(inspection),
    clock: () => checkClock(about.profile, now),
    npm: checkNpm,
    isolation: async () => {
      if (about.isolation === 'permissions') throw errors['diagnostics/isolation']({});
      return undefined;
    },
    secrets: async () => {
      // The browser host has no key store to offer, and says so in its own place.
      if (about.host === 'electron' && about.secrets === 'file') throw errors['diagnostics/secrets-in-file']({});
      return undefined;
    },
  };
  const [ours, theirs] = await Promise.all([
    Promise.all(Object.entries(own).map(async ([name, work]) => await outcome(name, work, locale))),
    agent().then(checksOf, (error: unknown) => [failed('engine', error, locale)]),
  ]);
  return [...theirs, ...ours];
}

async function outcome(name: string, work: CheckWork, locale: Locale): Promise<Check> {
  try {
    const found = await work();
    return { name, state: 'ok', ...(found !== undefined && { found }) };
  } catch (error) {
    return failed(name, error, locale);
  }
}

function failed(name: string, error: unknown, locale: Locale): Check {
  const told = isAppError(error)
    ? error
    : errors['diagnostics/check-failed']({ reason: error instanceof Error ? error.message : String(error) });
  return { name, state: optional.has(name) ? 'warn' : 'failed', why: told.in(locale) };
}

function checksOf(look: AgentLook | undefined): readonly Check[] {
  return (look?.checks ?? []).map(({ name, ok, why }) => {
    if (ok) return { name, state: 'ok', ...(why !== undefined && { found: why }) };
    return { name, state: optional.has(name) ? 'warn' : 'failed', ...(why !== undefined && { why }) };
  });
}

async function checkDatabases(inspection: Checking['inspection']): Promise<string> {
  const databases = await inspection.checkDatabases();
  const damaged = databases.find(({ found }) => found !== 'ok');
  if (damaged !== undefined) throw errors['diagnostics/database']({ owner: damaged.owner, reason: damaged.found });
  return String(databases.length);
}
