import { tmpdir } from 'node:os';
import { freeHandles } from '../children/handles.ts';
import { makeTempFolder, sweepTempFolders } from '../children/temp-folder.ts';
import { hostErrors } from './errors.ts';

/** What a start and a few extensions have open. */
const neededHandles = 256;

/** Fails where this process may open too few files for the program to run. */
export function checkHandles(): void {
  const found = freeHandles(neededHandles);
  if (found < neededHandles) throw hostErrors['host/few-handles']({ found, needed: neededHandles });
}

/** Makes the folder for temporary files of this start, and removes those of starts that have died. */
export function makeRunFolder(): string {
  try {
    const folder = makeTempFolder('run');
    sweepTempFolders();
    return folder;
  } catch (error) {
    throw hostErrors['host/temp-unusable']({ folder: tmpdir(), why: (error as NodeJS.ErrnoException).code ?? String(error) }, error);
  }
}
