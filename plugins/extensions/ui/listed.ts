import type { KernelShape } from '@atelier/kernel';

/** One extension as the kernel lists it. */
export type ListedExtension = KernelShape['calls']['listExtensions']['result'][number];
/** What one extension cost, as the kernel counts it. */
export type ListedCosts = KernelShape['calls']['costs']['result'][number];

const needing: readonly ListedExtension['state'][] = ['quarantined', 'refused', 'failed'];

/** Whether a list of blocked extensions names it; switching it on would be refused. */
export function isBlocked({ problem }: ListedExtension): boolean {
  return problem?.code === 'extension/blocked';
}

/** Whether it stopped by itself, so that the person should look. */
export function isInTrouble({ state }: ListedExtension): boolean {
  return needing.includes(state);
}

export function isRunning({ state }: ListedExtension): boolean {
  return state === 'active' || state === 'waking';
}

/** Whether its switch stands at on. */
export function isOn({ state }: ListedExtension): boolean {
  return state !== 'stopped' && state !== 'quarantined';
}
