import type { InspectionService } from '@atelier/kernel';
import type { Core } from '../core.ts';
import { extensionErrors } from '../errors/extension.ts';
import { osSandbox } from '../isolate/os-sandbox.ts';
import { anonymous, namesHere } from '../log/anonymous.ts';
import { logFolderOf } from '../log/log.ts';
import { readLog } from '../log/read-log.ts';
import { bareReasonOf } from '../reason.ts';
import type { Resident } from '../resident.ts';
import { sqliteVersion } from '../storage/storage.ts';
import { version } from '../version.ts';

/** The kernel as one extension may look at it: nobody but what came with the program. */
export function inspectionService(user: Resident, core: Core, closing: AbortSignal): InspectionService {
  const mayLook = (verb: string): void => {
    if (!user.found.bundled) throw extensionErrors['extension/not-allowed']({ id: user.found.id, verb });
  };
  const { host, log } = core;
  return {
    async about() {
      mayLook('look at the program');
      const isolation = osSandbox() === undefined ? 'permissions' : 'sandbox';
      return {
        kernel: version,
        sqlite: sqliteVersion(),
        host: host.kind,
        isolation,
        secrets: host.secrets.kind,
        profile: host.paths.userData,
      };
    },
    async readLog(query) {
      mayLook('read the log');
      return await readLog({ log, folder: logFolderOf(host.paths.userData), closing }, query);
    },
    async checkDatabases() {
      mayLook('check databases');
      const results: { owner: string; found: string }[] = [];
      // One after the other: each is copied first, and the disk is shared.
      for (const database of [...core.databases]) {
        const found = await database.check('passing').catch((error: unknown) => bareReasonOf(error));
        results.push({ owner: database.owner, found });
      }
      return results;
    },
    async redact(texts, how) {
      mayLook('redact texts');
      const names = how === 'anonymous' ? namesHere() : undefined;
      return texts.map(text => (names === undefined ? log.clean(text) : anonymous(log.clean(text), names)));
    },
  };
}
