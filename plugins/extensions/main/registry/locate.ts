import { type AppError, isAppError } from '@atelier/kernel';
import { errors } from '../errors.ts';
import { type Packument, packumentOf } from './packument.ts';
import type { Registries } from './registries.ts';
import type { Asked } from './request.ts';

/** A package, and who has it. */
export interface Located {
  /** Among the person's registries. */
  readonly registryId: string;
  readonly registry: Asked;
  readonly packument: Packument;
}

/**
 * Asks the registry it came from; where it came from none, those that may have it, in the person's order. Only one that says that
 * it has no such package leads to the next: one that cannot be asked now might be the one that is meant.
 */
export async function locate(registries: Registries, id: string, cameFrom: string | undefined, signal: AbortSignal): Promise<Located> {
  const known = registries.list().some(one => one.id === cameFrom);
  // A registry that was removed meanwhile leaves its extensions to the others.
  const asked = cameFrom !== undefined && known ? [cameFrom] : registries.idsFor(id);
  const without: string[] = [];
  let missing: AppError = errors['extensions/no-registry']({ id });
  for (const registryId of asked) {
    const registry = (await registries.open(registryId)) as Asked;
    try {
      return { registryId, registry, packument: await packumentOf(registry, id, signal) };
    } catch (error) {
      if (!isAppError(error) || error.code !== 'extensions/not-found') throw error;
      without.push(registry.name);
      missing = errors['extensions/not-found']({ id, registry: without.join(', ') });
    }
  }
  throw missing;
}
