import { type Asker, isAppError, ownerOf } from '@atelier/kernel';
import { checkAccess } from '../access/check-access.ts';
import { actFor } from '../access/on-behalf.ts';
import { extensionErrors } from '../errors/extension.ts';
import { runtimeErrors } from '../errors/runtime.ts';
import { trimmed } from '../isolate/child/service-client.ts';
import type { ExtensionRecord } from '../lifecycle/extension-records.ts';
import { kernelId } from '../manifest/declared.ts';
import { reasonOf } from '../reason.ts';
import type { ServiceParts } from './context-parts.ts';
import { methodsOf } from './service-methods.ts';

/**
 * A service as one extension sees it, or undefined if no extension provides it: its async methods and nothing else, so that
 * no caller relies on an object that may run in another process. The provider is looked up at each call, so a service
 * survives its provider's restart, and a dormant provider is woken.
 */
export function serviceFor<T extends object>(parts: ServiceParts, user: ExtensionRecord, key: string): T | undefined {
  const provided = parts.services.find(key);
  if (!provided) return undefined;
  const { id, bundled } = user.found;
  const seesAll = bundled || provided.from === id;
  const view = {};
  for (const method of methodsOf(provided.for(askerOf(user)))) {
    const value = (...args: unknown[]) => callThrough(parts, user, key, method, args);
    // A method without a row is not listed; calling it throws the reason.
    Object.defineProperty(view, method, { value, enumerable: seesAll || provided.access.has(method) });
  }
  return Object.freeze(view) as T;
}

async function callThrough(
  parts: ServiceParts,
  user: ExtensionRecord,
  key: string,
  method: string,
  args: readonly unknown[],
): Promise<unknown> {
  const owner = ownerOf(key);
  const provided = parts.services.find(key) ?? (await wokenAgain(parts, user, owner, key));
  checkAccess(parts, user.found.id, { owner, name: `${key} ${method}`, access: provided.access.get(method) });
  let failed = true;
  const began = performance.now();
  try {
    const service = provided.for(askerOf(user));
    const run = (service as Record<string, (...args: readonly unknown[]) => Promise<unknown>>)[method]!;
    const call = (): Promise<unknown> => run.apply(service, parts.transfer(trimmed(args)) as unknown[]);
    const result = parts.transfer(await (user.found.bundled ? call() : actFor(user.found.id, call)));
    failed = false;
    return result;
  } catch (error) {
    if (isAppError(error)) throw error;
    throw runtimeErrors['service/failed']({ owner, method, key, reason: reasonOf(error) }, error);
  } finally {
    if (owner !== kernelId) parts.meter.called(owner, !failed, performance.now() - began);
  }
}

async function wokenAgain(parts: ServiceParts, user: ExtensionRecord, owner: string, key: string) {
  await parts.wake(owner, user.found.id);
  const provided = parts.services.find(key);
  if (provided) return provided;
  const known = parts.services.of(owner).join(', ') || '-';
  throw extensionErrors['extension/unknown-token']({ id: user.found.id, key, owner, known });
}

/** Set by the kernel, never by the caller. */
export function askerOf({ found: { id, bundled } }: ExtensionRecord): Asker {
  return { id, bundled };
}
