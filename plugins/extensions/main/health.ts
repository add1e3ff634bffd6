import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExtensionStatus } from '@atelier/kernel';
import type { Bilingual, Check } from '../contract/index.ts';
import { hashOf } from './install/build.ts';
import { type Kept, packageName } from './install/store.ts';
import { healthTexts } from './texts.ts';

/** Looks at what is installed: whether its files are those that were taken, how it runs, and whether its registry answers. */
export async function healthOf(
  status: ExtensionStatus | undefined,
  kept: Kept | undefined,
  registryProblem: () => Promise<Bilingual | undefined>,
): Promise<Check[]> {
  const checks: Check[] = [];
  if (status !== undefined) {
    const isWell = status.problem === undefined;
    checks.push({
      name: 'state',
      state: isWell ? 'done' : 'failed',
      text: status.problem ? { fr: status.problem.message, en: status.problem.message } : healthTexts.stateWell,
    });
    const isAwake = status.state === 'active';
    checks.push({
      name: 'process',
      state: isAwake ? 'done' : 'off',
      text: isAwake ? healthTexts.process[status.isolation] : healthTexts.asleep,
    });
  }
  if (kept !== undefined) {
    const changed = changedFiles(kept);
    const text =
      changed.length === 0
        ? healthTexts.filesWell(Object.keys(kept.record.hashes).length)
        : healthTexts.filesChanged(changed.slice(0, 3).join(', '));
    checks.push({ name: 'files', state: changed.length === 0 ? 'done' : 'failed', text });
    const problem = await registryProblem();
    checks.push({
      name: 'registry',
      state: problem === undefined ? 'done' : 'failed',
      text: problem ?? healthTexts.registryWell(kept.record.registryName),
    });
  }
  return checks;
}

function changedFiles({ folder, record }: Kept): readonly string[] {
  return Object.entries(record.hashes)
    .filter(([path, hash]) => {
      try {
        return hashOf(readFileSync(join(folder, packageName, path))) !== hash;
      } catch {
        return true;
      }
    })
    .map(([path]) => path);
}
