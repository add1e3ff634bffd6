import type { KernelShape } from '@atelier/kernel';

/** One extension as the kernel lists it. */
export type ListedExtension = KernelShape['calls']['listExtensions']['result'][number];
/** What one extension cost, as the kernel counts it. */
export type ListedCosts = KernelShape['calls']['costs']['result'][number];
