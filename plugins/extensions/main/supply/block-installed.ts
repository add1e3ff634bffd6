import type { ExtensionsService, Log } from '@atelier/kernel';
import type { Store } from '../install/store.ts';
import type { Supply } from './supply.ts';

/** What is needed to bring what is installed into line with the lists. */
export interface Blocking {
  readonly kernel: ExtensionsService;
  readonly store: Store;
  readonly supply: Supply;
  readonly log: Log;
}

/** Switches off what a list names, and lets go what none names any more; what was put here by hand too. */
export async function blockInstalled({ kernel, store, supply, log }: Blocking): Promise<void> {
  for (const { id, version, bundled, problem } of await kernel.list()) {
    if (bundled || version === '') continue;
    const why = supply.whyBlockedWith(id, version, store.find(id)?.record);
    const isBlocked = problem?.code === 'extension/blocked';
    if (why !== undefined) {
      if (!isBlocked) log.warn(`${id} ${version} is blocked: ${why.en}`);
      await kernel.block(id, version, why);
    } else if (isBlocked) {
      log.info(`${id} ${version} is not blocked any more.`);
      await kernel.block(id, version, undefined);
    }
  }
}
