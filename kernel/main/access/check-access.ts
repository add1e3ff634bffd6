import type { Access, Rights } from '@atelier/kernel';
import { effectiveRights, refuseRight } from '../context/rights.ts';
import type { Decisions } from '../decisions.ts';
import { extensionErrors } from '../errors/extension.ts';
import type { ExtensionRecord, KnownExtensions } from '../lifecycle/extension-records.ts';
import { kernelId } from '../manifest/declared.ts';
import { kernelHooks } from './kernel-hooks.ts';
import { actingFor } from './on-behalf.ts';

/** Who may make a call of a channel; `own`: everybody, where this parameter is the caller's own id. */
export type CallAccess = Access | { readonly rights: readonly string[] } | { readonly own: string };

/** A method of a service or a call of a channel that is about to be called. */
export interface Called {
  readonly owner: string;
  /** Its name in error messages: `@acme/notes:Notes@1 open`, `notes:open`. */
  readonly name: string;
  /** Its row in its owner's table; undefined if it has none. */
  readonly access: CallAccess | undefined;
  readonly params?: unknown;
}

const rightNames: Readonly<Record<keyof Omit<Rights, 'uses'>, true>> = {
  net: true,
  files: true,
  secrets: true,
  tools: true,
  servers: true,
  replaces: true,
  notify: true,
  background: true,
  storage: true,
};
const definedRight = /^(?:@[a-z0-9-]{1,48}\/)?[a-z0-9-]{1,48}:[a-z][A-Za-z0-9]{0,39}$/;

/** The known extensions, and what the person granted them. */
export interface AccessParts {
  readonly extensions: KnownExtensions;
  readonly decisions: Decisions;
}

/**
 * The one place that decides whether an extension may call a method of a service, a call of a channel or a command; throws the
 * reason if not. Closed by default: without a row, only its owner and bundled plugins may call it. A bundled plugin that acts for an
 * installed extension has the lesser right of both.
 */
export function checkAccess(parts: AccessParts, asker: string, called: Called): void {
  const record = parts.extensions.get(asker);
  if (record === undefined) throw extensionErrors['extension/unknown']({ id: asker });
  if (!record.found.bundled) checkOne(parts, record, called, undefined);
  for (const id of actingFor()) {
    const first = parts.extensions.get(id);
    if (first === undefined) throw extensionErrors['extension/unknown']({ id });
    if (id !== asker) checkOne(parts, first, called, asker);
  }
}

/** The same as an answer. */
export function mayUseRow(parts: AccessParts, asker: string, called: Called): boolean {
  try {
    checkAccess(parts, asker, called);
    return true;
  } catch {
    return false;
  }
}

/** Checks one installed extension; `through` is the plugin that calls for it. */
function checkOne({ decisions }: AccessParts, record: ExtensionRecord, called: Called, through: string | undefined): void {
  const { owner, name, access, params } = called;
  const { id } = record.found;
  if (id === owner || access === 'everybody' || (access === 'bundled-for-others' && through !== undefined)) return;
  if (access === undefined) throw extensionErrors['extension/no-access-row']({ id, what: name, owner });
  if (typeof access === 'string') throw notAllowed(id, name, through);
  if ('own' in access) {
    if (!isOwn(params, access.own, id)) throw notAllowed(id, name, through);
    return;
  }
  mustHold(record, decisions, access.rights, name);
}

/** Throws for the first right that the extension does not hold. */
export function mustHold(record: ExtensionRecord, decisions: Decisions, rights: readonly string[], what: string): void {
  const held = effectiveRights(record, decisions.granted(record.found.id));
  const missing = rights.find(right => !holds(held, right));
  if (missing !== undefined) refuseRight(record, what, lineOf(missing), holds(record.found.atelier.rights ?? {}, missing));
}

/** Whether an extension may tap a hook of another or add to a point of it now, by the row in the owner's manifest. */
export function mayExtend({ extensions, decisions }: AccessParts, id: string, owner: string, key: string): boolean {
  const record = extensions.get(id);
  if (record === undefined) return false;
  const access = rowOf(extensions, owner, key);
  if (record.found.bundled || id === owner || access === 'everybody') return true;
  if (typeof access !== 'object') return false;
  const held = effectiveRights(record, decisions.granted(id));
  return access.rights.every(right => holds(held, right));
}

/** Throws if the manifest of an extension does not ask for what a hook or point needs; what the person grants is looked at later. */
export function mustAskToExtend({ extensions }: AccessParts, { found }: ExtensionRecord, owner: string, key: string): void {
  const { id, bundled, atelier } = found;
  if (bundled || id === owner) return;
  const access = rowOf(extensions, owner, key);
  if (access === 'everybody') return;
  if (access === undefined) throw extensionErrors['extension/no-access-row']({ id, what: key, owner });
  if (typeof access === 'string') throw notAllowed(id, key, undefined);
  const missing = access.rights.find(right => !holds(atelier.rights ?? {}, right));
  if (missing !== undefined) throw extensionErrors['extension/right-missing']({ id, what: key, line: lineOf(missing) });
}

/** The row of a hook or a point; those of the kernel are open, but for hooks by which it asks. */
function rowOf(extensions: KnownExtensions, owner: string, key: string): Access | undefined {
  const name = key.slice(owner.length + 1);
  if (owner === kernelId) return kernelHooks[name] ?? 'everybody';
  const rows = extensions.get(owner)?.found.atelier.access;
  return rows !== undefined && Object.hasOwn(rows, name) ? (rows[name] as Access) : undefined;
}

function notAllowed(id: string, name: string, through: string | undefined) {
  const verb =
    through === undefined
      ? { en: `use ${name}`, fr: `utiliser ${name}` }
      : { en: `use ${name} through ${through}`, fr: `utiliser ${name} par l’intermédiaire de ${through}` };
  return extensionErrors['extension/not-allowed']({ id, verb });
}

/** The valid rows of a table from an extension; an invalid row is left out, so its method stays closed. */
export function readAccess(table: unknown): ReadonlyMap<string, Access> {
  const rows = Object.entries(typeof table === 'object' && table !== null ? table : {});
  return new Map(rows.filter((row): row is [string, Access] => isAccess(row[1])));
}

function isAccess(value: unknown): value is Access {
  if (value === 'everybody' || value === 'bundled' || value === 'bundled-for-others') return true;
  const rights: unknown = typeof value === 'object' && value !== null ? (value as { rights?: unknown }).rights : undefined;
  return Array.isArray(rights) && rights.length > 0 && rights.every(isRightName);
}

function isOwn(params: unknown, name: string, asker: string): boolean {
  return (
    typeof params === 'object' && params !== null && Object.hasOwn(params, name) && (params as Record<string, unknown>)[name] === asker
  );
}

function isRightName(right: unknown): boolean {
  return typeof right === 'string' && (Object.hasOwn(rightNames, right) || definedRight.test(right));
}

function holds(rights: Rights, name: string): boolean {
  if (isDefined(name)) return rights.uses?.includes(name) === true;
  const held = rights[name as keyof Rights];
  return held === true || typeof held === 'number' || (Array.isArray(held) && held.length > 0);
}

const isDefined = (right: string): boolean => right.includes(':');

/** The line of a manifest that asks for a right. */
function lineOf(right: string): string {
  return isDefined(right) ? `"uses": ["${right}"]` : `"${right}"`;
}
