import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExtensionStatus } from '@atelier/kernel';
import type { Bilingual, Check } from '../contract/index.ts';
import { hashOf } from './install/build.ts';
import { packageFolder, type StoredVersion } from './install/store.ts';
import { healthTexts } from './texts.ts';

/** Checks an installed extension: its state and process, whether its files are unchanged, and whether its registry answers. */
export async function healthOf(
  status: ExtensionStatus | undefined,
  stored: StoredVersion | undefined,
  registryProblem: () => Promise<Bilingual | undefined>,
): Promise<Check[]> {
  const checks: Check[] = [];
  if (status !== undefined) {
    const isOk = status.problem === undefined;
    checks.push({
      name: 'state',
      state: isOk ? 'done' : 'failed',
      text: status.problem ? { fr: status.problem.message, en: status.problem.message } : healthTexts.stateWell,
    });
    const isAwake = status.state === 'active';
    checks.push({
      name: 'process',
      state: isAwake ? 'done' : 'off',
      text: isAwake ? healthTexts.process[status.isolation] : healthTexts.asleep,
    });
  }
  if (stored !== undefined) {
    const changed = changedFiles(stored);
    const text =
      changed.length === 0
        ? healthTexts.filesWell(Object.keys(stored.record.hashes).length)
        : healthTexts.filesChanged(changed.slice(0, 3).join(', '));
    checks.push({ name: 'files', state: changed.length === 0 ? 'done' : 'failed', text });
    const problem = await registryProblem();
    checks.push({
      name: 'registry',
      state: problem === undefined ? 'done' : 'failed',
      text: problem ?? healthTexts.registryWell(stored.record.registryName),
    });
  }
  return checks;
}

function changedFiles({ folder, record }: StoredVersion): readonly string[] {
  return Object.entries(record.hashes)
    .filter(([path, hash]) => {
      try {
        return hashOf(readFileSync(join(folder, packageFolder, path))) !== hash;
      } catch {
        return true;
      }
    })
    .map(([path]) => path);
}
