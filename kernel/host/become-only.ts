import { type AppError, isAppError } from '@atelier/kernel';
import { pathIn } from '@atelier/schemas/profile/paths.mjs';
import { hostErrors } from './errors.ts';
import { becomeInstance, type Instance, type InstanceOptions } from './instance.ts';
import { endHolder, isStopped, lockHolder } from './lock-holder.ts';

export interface OnlyOptions extends InstanceOptions {
  /** Ends a running instance that does not answer, without asking. */
  readonly replace: boolean;
  /** Asks the person whether to end it; a no where nobody can be asked. */
  readonly confirm?: ((frozen: AppError) => Promise<boolean>) | undefined;
}

/** Becomes the instance of this profile, in place of one that does not answer if the person wishes it. Otherwise like `becomeInstance`. */
export async function becomeOnly({ replace, confirm, ...options }: OnlyOptions): Promise<Instance | undefined> {
  try {
    return await becomeInstance(options);
  } catch (error) {
    if (!isAppError(error) || error.code !== 'host/instance-frozen') throw error;
    if (!replace && (await confirm?.(error)) !== true) throw error;
    await endFrozen(options.userData, error);
    return await becomeInstance(options);
  }
}

/** The instance of this profile if it was stopped by a signal, as the error that says so. Known at once, and on systems with `/proc` alone. */
export function frozenInstance(userData: string): AppError | undefined {
  const pid = lockHolder(pathIn(userData, 'instanceLock'));
  return pid !== undefined && isStopped(pid) ? hostErrors['host/instance-frozen']({ userData, pid }) : undefined;
}

/** Ends the instance that the error names. */
export async function endFrozen(userData: string, frozen: AppError): Promise<void> {
  const { pid } = frozen.details as { readonly pid: number };
  await endHolder(pathIn(userData, 'instanceLock'), pid);
}
