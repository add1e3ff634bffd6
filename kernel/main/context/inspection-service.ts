import type { InspectionService } from '@atelier/kernel';
import { osSandbox } from '../isolate/os-sandbox.ts';
import { anonymous, namesHere } from '../log/anonymous.ts';
import { logFolderOf } from '../log/log.ts';
import { readLog } from '../log/read-log.ts';
import { profileUse } from '../profile-paths.ts';
import { bareReasonOf } from '../reason.ts';
import { sqliteVersion } from '../storage/storage.ts';
import { version } from '../version.ts';
import type { InspectionParts } from './context-parts.ts';

/** The log, the databases and the environment of the kernel, for fault finding. */
export function inspectionService(parts: InspectionParts, closing: AbortSignal): InspectionService {
  const { host, log } = parts;
  return {
    async about() {
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
      return await readLog({ log, folder: logFolderOf(host.paths.userData), closing }, query);
    },
    async profile() {
      return await profileUse(host.paths.userData);
    },
    async checkDatabases() {
      const results: { owner: string; found: string }[] = [];
      // One after another: each is copied first, and they share the disk.
      for (const database of [...parts.databases]) {
        const found = await database.check('temporary').catch((error: unknown) => bareReasonOf(error));
        results.push({ owner: database.owner, found });
      }
      return results;
    },
    async redact(texts, how) {
      const names = how === 'anonymous' ? namesHere() : undefined;
      return texts.map(text => (names === undefined ? log.clean(text) : anonymous(log.clean(text), names)));
    },
  };
}
