import type { AppError } from '@atelier/kernel';
import type { Secrets } from '@atelier/kernel/host';
import { pathIn } from '@atelier/schemas/profile/paths.mjs';
import { SecretStore } from '../context/secret-store.ts';
import { newestSteps } from '../first-start/rehearse.ts';
import { createLog } from '../log/log.ts';
import { kernelId } from '../manifest/declared.ts';
import { discover } from '../manifest/discovery.ts';
import { idOf } from '../slug.ts';
import { version as kernelVersion } from '../version.ts';
import { type ExportOptions, type ExportReport, exportProfile, toldOfExport } from './export-profile.ts';
import { type ImportOptions, type ImportReport, prepareImport, toldOfImport } from './import-profile.ts';

/** A profile that no kernel of this process has open. */
export interface ClosedProfile {
  readonly userData: string;
  readonly bundled: string;
  readonly version: string | undefined;
  /** Opens and seals the secrets; asked for only when there are keys to take along. */
  readonly secrets: () => Secrets;
}

/** What to tell the person. */
interface Told {
  readonly told: readonly AppError[];
}

/** Exports everything of a profile; an Atelier that has it open may go on. */
export async function exportArchive(profile: ClosedProfile, options: ExportOptions): Promise<ExportReport & Told> {
  const { userData, version } = profile;
  const all = async () => {
    const log = createLog({ folder: undefined, now: Date.now });
    const parts = { log: log.for(kernelId), read: () => undefined, redact: (text: string) => void log.redact(text) };
    return await new SecretStore(pathIn(userData, 'secrets'), profile.secrets(), parts).all();
  };
  const report = await exportProfile({ userData, version, found: foundIn(profile), secrets: { all } }, options);
  return { ...report, told: toldOfExport(report) };
}

/** Checks an archive; the next start takes it over. No Atelier may have the profile open. */
export async function importArchive(profile: ClosedProfile, options: ImportOptions): Promise<ImportReport & Told> {
  const { userData, version } = profile;
  const found = foundIn(profile);
  const log = createLog({ folder: undefined, now: Date.now }).for(kernelId);
  const known = async (slug: string) => {
    const owner = found.filter(({ id }) => id === idOf(slug));
    return (await newestSteps(userData, owner, log)).get(idOf(slug));
  };
  const seal = { seal: async (text: string) => await profile.secrets().seal(text) };
  const report = await prepareImport({ userData, version, found, seal, known }, options);
  return { ...report, told: toldOfImport(report) };
}

function foundIn({ userData, bundled }: ClosedProfile) {
  const [installed, index] = [pathIn(userData, 'extensions'), pathIn(userData, 'manifests')];
  return discover({ bundled, installed, index, kernel: kernelVersion }).found;
}
