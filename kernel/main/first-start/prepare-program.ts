import { createLog, logFolderOf } from '../log/log.ts';
import { kernelId } from '../manifest/declared.ts';
import type { Found } from '../manifest/manifest.ts';
import { type FirstStart, prepareFirstStart } from './first-start.ts';
import { rehearse } from './rehearse.ts';

/** The first start of a program on a profile, with the migrations of its bundled plugins tried first. */
export async function prepareProgram(options: {
  readonly userData: string;
  readonly version: string;
  readonly found: readonly Found[];
}): Promise<FirstStart> {
  const { userData, version, found } = options;
  // The kernel's own log is not open yet, and the person is asked for it when this fails.
  const files = createLog({ folder: logFolderOf(userData), now: Date.now });
  const log = files.for(kernelId);
  try {
    return await prepareFirstStart({
      userData,
      version,
      log,
      rehearse: (from, to) => rehearse({ userData, from, to, found, log }),
    });
  } finally {
    files.close();
  }
}
