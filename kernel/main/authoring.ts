import type { AppError } from '@atelier/kernel';
import type { Atelier } from '@atelier/schemas/manifest.ts';
import { extensionErrors } from './errors/extension.ts';
import type { Contributes } from './manifest/contributes.ts';
import { readManifest } from './manifest/manifest.ts';
import { plan } from './manifest/plan.ts';
import { version } from './version.ts';

export { perhapsMeant } from './schema/violation-texts.ts';
export { describeViolations } from './schema/violations.ts';

/** An extension in its author's folder, as the kernel would read it. */
export interface AuthoredExtension {
  readonly id: string;
  readonly version: string;
  readonly engine: string;
  readonly atelier: Omit<Atelier, 'contributes'>;
  readonly contributes: Contributes;
}

/** The result of reading it; `problems` are the kernel's own sentences, and without an extension the first says why there is none. */
export interface Authored {
  readonly extension: AuthoredExtension | undefined;
  readonly problems: readonly AppError[];
}

/** The kernel's version, which `engines.atelier` of an extension must fit. */
export const kernelVersion = version;

/** Reads the manifest in a folder and lists everything that is wrong with it, before the extension runs anywhere. */
export function readAuthored(folder: string): Authored {
  const reading = readManifest(folder, false);
  if (reading === undefined) {
    return { extension: undefined, problems: [extensionErrors['extension/manifest-unreadable']({ folder, reason: 'ENOENT' })] };
  }
  if (!('found' in reading)) return { extension: undefined, problems: [reading.error] };
  const { found } = reading;
  const { id, engine, atelier, contributes } = found;
  // The extensions that it requires need not be on this machine; they are checked where it is installed.
  const { refusals } = plan([{ ...found, requires: {}, optional: {} }], version, new Set());
  return {
    extension: { id, version: found.version, engine, atelier, contributes },
    problems: [
      ...refusals.map(({ error }) => error),
      ...found.problems.map(({ code, details }) => extensionErrors[code](details as never)),
    ],
  };
}
