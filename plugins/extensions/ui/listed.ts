import type { KernelShape } from '@atelier/kernel';

/** One extension as the kernel lists it. */
export type ListedExtension = KernelShape['calls']['listExtensions']['result'][number];
/** What one extension cost, as the kernel counts it. */
export type ListedCosts = KernelShape['calls']['costs']['result'][number];

const attentionStates: readonly ListedExtension['state'][] = ['quarantined', 'refused', 'failed'];

/** Whether a block list names it, so that it cannot be switched on. */
export function isBlocked({ problem }: ListedExtension): boolean {
  return problem?.code === 'extension/blocked';
}

/** Whether it stopped because of a problem, which needs the person's attention. */
export function needsAttention({ state }: ListedExtension): boolean {
  return attentionStates.includes(state);
}

export function isRunning({ state }: ListedExtension): boolean {
  return state === 'active' || state === 'waking';
}

/** Whether it is switched on. */
export function isOn({ state }: ListedExtension): boolean {
  return state !== 'stopped' && state !== 'quarantined';
}
