import { defineChannel } from './channel.ts';
import type { KernelShape } from './contract/generated.ts';

export type { KernelShape } from './contract/generated.ts';

/** The calls from a UI to the kernel itself: which extensions run, what they contribute, what they cost. */
export const KernelChannel = defineChannel<KernelShape>('kernel');
