import { defineChannel } from './channel.ts';
import type { KernelShape } from './contract/generated.ts';

export type { KernelShape } from './contract/generated.ts';

/** What a UI asks of the kernel itself: who runs, what is contributed, what it costs. */
export const KernelChannel = defineChannel<KernelShape>('kernel');
