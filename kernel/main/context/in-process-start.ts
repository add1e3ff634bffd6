import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AppError, Extension } from '@atelier/kernel';
import { extensionErrors } from '../errors/extension.ts';
import type { ExtensionRecord } from '../lifecycle/extension-records.ts';
import { afterRunning } from '../running-timer.ts';
import type { Scope } from '../scope.ts';
import { makeContext } from './context.ts';
import type { ContextParts } from './context-parts.ts';

/** How long `activate` may take. */
const activationLimitMs = 5000;

/** Starts a main side in the kernel's own process; resolves once its `activate` has finished. */
export async function startInProcess(parts: ContextParts, record: ExtensionRecord, scope: Scope): Promise<void> {
  const { id, version, folder, atelier } = record.found;
  const main = atelier.main!;
  // The generation in the URL makes `import` load the module again; without it a restarted extension would get the old one.
  const address = pathToFileURL(join(folder, main));
  if (record.generation > 1) address.search = `generation=${record.generation}`;
  const module = (await import(address.href)) as { default?: Partial<Extension> };
  const activate = module.default?.activate;
  if (typeof activate !== 'function') throw extensionErrors['extension/no-activate']({ id, version, file: main });
  const working = activate.call(module.default, makeContext(parts, record, scope));
  // A synchronous `activate` needs no timeout.
  if (working === undefined) return;
  const seconds = activationLimitMs / 1000;
  await inTime(working, activationLimitMs, () => extensionErrors['extension/activation-timeout']({ id, version, seconds }));
}

async function inTime(work: Promise<void>, limitMs: number, late: () => AppError): Promise<void> {
  const limit = Promise.withResolvers<never>();
  const cancel = afterRunning(limitMs, () => limit.reject(late()));
  try {
    await Promise.race([work, limit.promise]);
  } finally {
    cancel();
  }
}
