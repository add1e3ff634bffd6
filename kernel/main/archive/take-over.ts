import { lstatSync, renameSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type AppError, isAppError, type Log } from '@atelier/kernel';
import { describedBy } from '@atelier/schemas/profile/paths.mjs';
import { archiveErrors, importNotices } from '../errors/archive.ts';
import { newestSteps } from '../first-start/rehearse.ts';
import type { Found } from '../manifest/manifest.ts';
import { bareReasonOf } from '../reason.ts';
import { idOf } from '../slug.ts';
import { makePrivateFolder, syncFolder } from '../storage/atomic-write.ts';
import { versionOnDisk } from '../storage/database-file.ts';
import { connect } from '../storage/storage.ts';
import { keepDecisions } from './choices.ts';
import { contentIn } from './content.ts';
import { refuseNewerData } from './newer-data.ts';
import {
  filesOf,
  forgetImport,
  type ImportPlan,
  incomingFolder,
  readKept,
  readPlan,
  removePartials,
  removeReplaced,
  replacedFolder,
  writeKept,
  writePlan,
} from './plan.ts';

export interface TakeOver {
  readonly userData: string;
  readonly found: readonly Found[];
  readonly log: Log;
}

/**
 * Does the import that the person asked for, before any file of the content is opened; returns what to tell them. A kill at any
 * moment leaves the old content or the new one to whatever is started next: every step may be done twice, and only the plan says
 * which one is next.
 */
export async function takeOver(options: TakeOver): Promise<readonly AppError[]> {
  const { userData, log } = options;
  removePartials(userData);
  let plan = readPlan(userData);
  if (plan === undefined) return [];
  const incoming = incomingFolder(userData);
  if (plan.step === 'asked') {
    try {
      await prepare(options, plan);
    } catch (error) {
      forgetImport(userData);
      log.warn(`The import was refused: ${bareReasonOf(error)}`);
      return [importNotices['notice/import-refused']({ reason: sentencesOf(error) }, error)];
    }
    plan = next(incoming, plan, 'moving');
  }
  const aside = replacedFolder(userData, plan.stamp);
  try {
    if (plan.step === 'moving') {
      makePrivateFolder(aside);
      move(userData, aside, plan.keys);
      syncFolder(dirname(aside));
      writeKept(aside, plan);
      plan = next(incoming, plan, 'placing');
    }
    move(contentOf(userData, plan), userData, true);
  } catch (error) {
    throw archiveErrors['import/stuck']({ createdAt: plan.createdAt, folder: userData, aside, reason: bareReasonOf(error) }, error);
  }
  forgetImport(userData);
  removeReplaced(userData, plan.back);
  const { createdAt, without, back } = plan;
  if (back !== undefined) {
    log.warn(`The content of this profile is that of ${createdAt} again; what was here since lies in ${aside}.`);
    return [importNotices['notice/content-back']({ until: createdAt, aside })];
  }
  log.warn(`The content of this profile is that of the archive of ${createdAt}; what was here before lies in ${aside}.`);
  return [
    importNotices['notice/profile-imported']({ createdAt, aside }),
    ...(without.length > 0 ? [importNotices['notice/import-without']({ ids: without })] : []),
  ];
}

function next(incoming: string, plan: ImportPlan, step: ImportPlan['step']): ImportPlan {
  const changed = { ...plan, step };
  writePlan(incoming, changed);
  return changed;
}

/** The folder of the content that will be this profile's. */
function contentOf(userData: string, { back }: ImportPlan): string {
  return back === undefined ? filesOf(incomingFolder(userData)) : replacedFolder(userData, back);
}

/** Everything that can refuse the import does so here, while nothing is moved. */
async function prepare({ userData, found, log }: TakeOver, plan: ImportPlan): Promise<void> {
  const { keys, back } = plan;
  if (back !== undefined && readKept(userData).every(({ stamp }) => stamp !== back)) throw archiveErrors['import/not-kept']({});
  const files = contentOf(userData, plan);
  const incoming = contentIn(files, true);
  refuseLinks(userData, [...contentIn(userData, keys), ...incoming]);
  const databases = incoming.flatMap(path => {
    const [described] = describedBy(path);
    return described?.name === 'database' ? [{ path, id: idOf(described.slug ?? '') }] : [];
  });
  const owners = found.filter(one => databases.some(({ id }) => id === one.id));
  const known = await newestSteps(userData, owners, log);
  for (const { path, id } of databases) refuseNewerData(path, versionOnDisk(join(files, path), connect), known.get(id));
  await keepDecisions(userData, files, found);
}

/** From one disk to another nothing can be moved in one step, and a link would be replaced by what it should lead to. */
function refuseLinks(userData: string, paths: readonly string[]): void {
  const { dev } = statSync(userData);
  for (const path of paths) {
    const steps = path.split('/');
    for (const at of steps.keys()) {
      const place = join(userData, ...steps.slice(0, at + 1));
      const found = lstatSync(place, { throwIfNoEntry: false });
      if (found !== undefined && (found.isSymbolicLink() || found.dev !== dev)) throw archiveErrors['import/place-linked']({ path: place });
    }
  }
}

/** Moves all content from one folder to another; what was moved before is not there any more. */
function move(from: string, to: string, keys: boolean): void {
  const changed = new Set([to]);
  for (const path of contentIn(from, keys)) {
    const [source, target] = [join(from, path), join(to, path)];
    makePrivateFolder(dirname(target));
    renameSync(source, target);
    changed.add(dirname(source));
    // A folder that was made on the way is durable in the one above it.
    for (let at = dirname(target); at.length > to.length; at = dirname(at)) changed.add(at);
  }
  for (const folder of changed) syncFolder(folder);
}

function sentencesOf(error: unknown): string | { readonly en: string; readonly fr: string } {
  return isAppError(error) ? { en: error.in('en'), fr: error.in('fr') } : `${bareReasonOf(error)}.`;
}
