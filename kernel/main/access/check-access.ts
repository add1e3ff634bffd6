import type { Access, Rights } from '@atelier/kernel';
import { effectiveRights, refuseRight } from '../context/rights.ts';
import type { Decisions } from '../decisions.ts';
import { extensionErrors } from '../errors/extension.ts';
import type { KnownExtensions } from '../lifecycle/extension-records.ts';

/** Who may make a call of a channel; `own`: everybody, where this parameter is the caller's own id. */
export type CallAccess = Access | { readonly own: string };

/** A method of a service or a call of a channel that is about to be called. */
export interface Called {
  readonly owner: string;
  /** Its name in error messages: `@acme/notes:Notes@1 open`, `notes:open`. */
  readonly name: string;
  /** Its row in its owner's table; undefined if it has none. */
  readonly access: CallAccess | undefined;
  readonly params?: unknown;
}

const rightNames: Readonly<Record<keyof Rights, true>> = {
  net: true,
  files: true,
  secrets: true,
  tools: true,
  servers: true,
  replaces: true,
  notify: true,
  background: true,
};

/** The known extensions, and what the person granted them. */
export interface AccessParts {
  readonly extensions: KnownExtensions;
  readonly decisions: Decisions;
}

/**
 * The one place that decides whether an extension may call a method of a service or a call of a channel; throws the reason if not.
 * Closed by default: without a row, only its owner and bundled plugins may call it.
 */
export function checkAccess({ extensions, decisions }: AccessParts, asker: string, called: Called): void {
  const { owner, name, access, params } = called;
  const record = extensions.get(asker);
  if (record === undefined) throw extensionErrors['extension/unknown']({ id: asker });
  if (asker === owner || record.found.bundled || access === 'everybody') return;
  if (access === undefined) throw extensionErrors['extension/no-access-row']({ id: asker, what: name, owner });
  const refused = () => extensionErrors['extension/not-allowed']({ id: asker, verb: { en: `call ${name}`, fr: `appeler ${name}` } });
  if (access === 'bundled') throw refused();
  if ('own' in access) {
    if (!isOwn(params, access.own, asker)) throw refused();
    return;
  }
  if (holds(effectiveRights(record, decisions.granted(asker)), access.right)) return;
  refuseRight(record, name, `"${access.right}"`, holds(record.found.atelier.rights ?? {}, access.right));
}

/** The valid rows of a table from an extension; an invalid row is left out, so its method stays closed. */
export function readAccess(table: unknown): ReadonlyMap<string, Access> {
  const rows = Object.entries(typeof table === 'object' && table !== null ? table : {});
  return new Map(rows.filter((row): row is [string, Access] => isAccess(row[1])));
}

function isAccess(value: unknown): value is Access {
  if (value === 'everybody' || value === 'bundled') return true;
  const right: unknown = typeof value === 'object' && value !== null ? (value as { right?: unknown }).right : undefined;
  return typeof right === 'string' && Object.hasOwn(rightNames, right);
}

function isOwn(params: unknown, name: string, asker: string): boolean {
  return (
    typeof params === 'object' && params !== null && Object.hasOwn(params, name) && (params as Record<string, unknown>)[name] === asker
  );
}

function holds(rights: Rights, name: keyof Rights): boolean {
  const held = rights[name];
  return held === true || (Array.isArray(held) && held.length > 0);
}
