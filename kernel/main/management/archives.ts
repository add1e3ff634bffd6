import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Locale } from '@atelier/kernel';
import type { Host } from '@atelier/kernel/host';
import type { ExportReport } from '../archive/export-profile.ts';
import type { ImportReport } from '../archive/import-profile.ts';
import { readKept, readPlan } from '../archive/plan.ts';
import type { SecretStore } from '../context/secret-store.ts';
import type { KnownExtensions } from '../lifecycle/extension-records.ts';
import { idOf } from '../slug.ts';
import type { OpenDatabase } from '../storage/storage.ts';

export interface ArchiveParts {
  readonly host: Pick<Host, 'paths' | 'program' | 'secrets'>;
  readonly secrets: SecretStore;
  readonly extensions: KnownExtensions;
  readonly databases: ReadonlySet<OpenDatabase>;
}

interface Asked {
  readonly signal: AbortSignal;
  readonly locale: Locale;
}

/** Writes everything of the profile into a new archive in a folder of the person. */
export async function exportInto(parts: ArchiveParts, folder: string, passphrase: string | undefined, asked: Asked) {
  // Most starts export nothing.
  const { exportProfile, toldOfExport } = await import('../archive/export-profile.ts');
  const { leftOut, ...report }: ExportReport = await exportProfile(
    { ...profileOf(parts), secrets: parts.secrets },
    { file: freeName(homeOf(folder)), passphrase, signal: asked.signal },
  );
  return { ...report, leftOut: leftOut.length, told: toldOfExport({ ...report, leftOut }).map(one => one.in(asked.locale)) };
}

/** Checks an archive, which the next start takes over. */
export async function importFrom(parts: ArchiveParts, file: string, passphrase: string | undefined, asked: Asked) {
  const { prepareImport, toldOfImport } = await import('../archive/import-profile.ts');
  const { databases, host } = parts;
  const known = async (slug: string) => [...databases].find(({ owner }) => owner === idOf(slug))?.known;
  const into = { ...profileOf(parts), seal: host.secrets, known };
  const report: ImportReport = await prepareImport(into, { file: homeOf(file), passphrase, signal: asked.signal });
  return { ...report, told: toldOfImport(report).map(one => one.in(asked.locale)) };
}

/** The import that waits for the next start; empty if none does. */
export function waitingImport({ host }: ArchiveParts) {
  const plan = readPlan(host.paths.userData);
  return plan === undefined ? {} : { createdAt: plan.createdAt, back: plan.back !== undefined };
}

export function keptContents({ host }: ArchiveParts) {
  return readKept(host.paths.userData).map(({ stamp, until }) => ({ stamp, until }));
}

export async function bringBack({ host }: ArchiveParts, stamp: string): Promise<void> {
  const { askBack } = await import('../archive/import-profile.ts');
  askBack(host.paths.userData, stamp);
}

export async function forgetWaiting({ host }: ArchiveParts): Promise<void> {
  const { cancelImport } = await import('../archive/import-profile.ts');
  cancelImport(host.paths.userData);
}

function profileOf({ host, extensions }: ArchiveParts) {
  const found = [...extensions.values()].map(one => one.found);
  return { userData: host.paths.userData, version: host.program?.version, found };
}

/** Expands `~` in a path that the person entered. */
function homeOf(path: string): string {
  const trimmed = path.trim();
  return /^~(?=$|[\\/])/.test(trimmed) ? join(homedir(), trimmed.slice(1)) : trimmed;
}

function freeName(folder: string): string {
  const day = new Date().toISOString().slice(0, 10);
  for (let count = 1; ; count += 1) {
    const file = join(folder, count === 1 ? `atelier-${day}.zip` : `atelier-${day}-${count}.zip`);
    if (!existsSync(file)) return file;
  }
}
