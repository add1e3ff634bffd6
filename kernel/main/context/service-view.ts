import { type Asker, isAppError, ownerOf } from '@atelier/kernel';
import type { Core } from '../core.ts';
import { extensionErrors } from '../errors/extension.ts';
import { runtimeErrors } from '../errors/runtime.ts';
import { trimmed } from '../isolate/child/service-client.ts';
import { kernelId } from '../manifest/declared.ts';
import { reasonOf } from '../reason.ts';
import type { Resident } from '../resident.ts';
import { methodsOf } from './service-methods.ts';

/**
 * A service as one extension sees it, or undefined where nobody provides it: its async methods and nothing else, so that
 * nobody can lean on an object that will live in another process tomorrow. The provider is looked up at each call, so a
 * service survives its provider's restart, and one that is asleep is woken.
 */
export function serviceFor<T extends object>(core: Core, user: Resident, key: string): T | undefined {
  const owner = ownerOf(key);
  if (owner === kernelId) return core.kernelService(key, user) as T | undefined;
  const first = core.services.find(key);
  if (!first) return undefined;
  const view: Record<string, unknown> = {};
  for (const method of methodsOf(first.for(askerOf(user))))
    view[method] = (...args: unknown[]) => callThrough(core, user, key, method, args);
  return Object.freeze(view) as T;
}

async function callThrough(core: Core, user: Resident, key: string, method: string, args: readonly unknown[]): Promise<unknown> {
  const owner = ownerOf(key);
  const provided = core.services.find(key) ?? (await wokenAgain(core, user, owner, key));
  let failed = true;
  const began = performance.now();
  try {
    const service = provided.for(askerOf(user));
    const run = (service as Record<string, (...args: readonly unknown[]) => Promise<unknown>>)[method]!;
    const result = core.across(await run.apply(service, core.across(trimmed(args)) as unknown[]));
    failed = false;
    return result;
  } catch (error) {
    if (isAppError(error)) throw error;
    throw runtimeErrors['service/failed']({ owner, method, key, reason: reasonOf(error) }, error);
  } finally {
    core.meter.called(owner, !failed, performance.now() - began);
  }
}

async function wokenAgain(core: Core, user: Resident, owner: string, key: string) {
  await core.wake(owner, user.found.id);
  const provided = core.services.find(key);
  if (provided) return provided;
  const known = core.services.of(owner).join(', ') || '-';
  throw extensionErrors['extension/unknown-token']({ id: user.found.id, key, owner, known });
}

/** Told by the kernel and never by who asks. */
export function askerOf({ found: { id, bundled } }: Resident): Asker {
  return { id, bundled };
}
