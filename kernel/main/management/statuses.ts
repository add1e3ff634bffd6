import { basename } from 'node:path';
import { type ExtensionStatus, type Locale, type Rights, visibleText } from '@atelier/kernel';
import { effectiveRights } from '../context/rights.ts';
import type { Decisions } from '../decisions.ts';
import { extensionErrors } from '../errors/extension.ts';
import type { ExtensionRecord } from '../lifecycle/extension-records.ts';
import type { Refusal } from '../manifest/plan.ts';

/** The status of an extension for display, with problems in one language. */
export function statusOf(record: ExtensionRecord, decisions: Decisions, locale: Locale): ExtensionStatus {
  const { found, state, isolation, problem } = record;
  return {
    id: found.id,
    version: found.version,
    displayName: found.atelier.displayName ?? found.id,
    ...(found.atelier.kind !== undefined && { kind: found.atelier.kind }),
    ...(found.atelier.icon !== undefined && { icon: found.atelier.icon }),
    bundled: found.bundled,
    requires: Object.keys(found.requires),
    ...(found.atelier.definesRights !== undefined && { definesRights: found.atelier.definesRights }),
    state,
    isolation,
    ...(problem && { problem: problem.toRecord(locale) }),
    problems: record.problems.map(({ code, details }) => extensionErrors[code](details as never).toRecord(locale)),
    asks: (found.atelier.rights ?? {}) as Rights,
    granted: effectiveRights(record, decisions.granted(found.id)),
  };
}

/** The same for a folder that did not become an extension. */
export function statusOfRefusedFolder({ id, folder, error }: Refusal, locale: Locale): ExtensionStatus {
  return {
    id,
    version: '',
    displayName: visibleText(basename(folder), 'name'),
    bundled: false,
    state: 'refused',
    isolation: 'permissions',
    problem: error.toRecord(locale),
    problems: [],
    asks: {},
    granted: {},
  };
}
