import { type Asker, isAppError, ownerOf } from '@atelier/kernel';
import { checkAccess } from '../access/check-access.ts';
import { actFor } from '../access/on-behalf.ts';
import { extensionErrors } from '../errors/extension.ts';
import { runtimeErrors } from '../errors/runtime.ts';
import { trimmed } from '../isolate/child/service-client.ts';
import type { ExtensionRecord } from '../lifecycle/extension-records.ts';
import { kernelId } from '../manifest/declared.ts';
import { reasonOf } from '../reason.ts';
import { inBothLanguages, type TakenBy } from '../schema/violations.ts';
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
  const { id, bundled } = user.found;
  const reached = async () => {
    const found = parts.services.find(key) ?? (await wokenAgain(parts, user, owner, key));
    checkAccess(parts, id, { owner, name: `${key} ${method}`, access: found.access.get(method) });
    return found;
  };
  let provided = await reached();
  let given = args;
  if (!bundled && id !== owner) {
    given = checked(await provided.form(), id, key, method, args);
    // Meanwhile it may have started again, and the person may have withdrawn a right.
    provided = await reached();
  }
  let failed = true;
  const began = performance.now();
  try {
    const service = provided.for(askerOf(user));
    const run = (service as Record<string, (...args: readonly unknown[]) => Promise<unknown>>)[method]!;
    const call = (): Promise<unknown> => run.apply(service, parts.transfer(trimmed(given)) as unknown[]);
    const result = parts.transfer(await (bundled ? call() : actFor(id, call)));
    failed = false;
    return result;
  } catch (error) {
    if (isAppError(error)) throw error;
    throw runtimeErrors['service/failed']({ owner, method, key, reason: reasonOf(error) }, error);
  } finally {
    if (owner !== kernelId) parts.meter.called(owner, !failed, performance.now() - began);
  }
}

/** What an installed extension gives to a method, if it is what the owner's channel file says; throws the reason if not. */
function checked(form: TakenBy | undefined, id: string, key: string, method: string, args: readonly unknown[]): readonly unknown[] {
  // Whoever says nothing of what their service takes looks at it themselves.
  if (form === undefined) return args;
  const row = form[method];
  if (row === undefined) throw runtimeErrors['service/form-missing']({ id, method, key, owner: ownerOf(key) });
  const given = args.slice(0, row.takes.length);
  for (const [at, validate] of row.takes.entries()) {
    if (at >= row.needs && given[at] === undefined) continue;
    const wrong = validate(given[at]);
    if (wrong.length > 0)
      throw runtimeErrors['service/invalid-arguments']({ id, method, key, at: at + 1, violations: inBothLanguages(wrong) });
  }
  return given;
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
