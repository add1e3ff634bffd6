import { type Channel, defineChannel } from '@atelier/kernel';
import type { WindowShape } from './contract/generated.ts';

export type { Layout, ShownToast, WindowShape } from './contract/generated.ts';

/** What a view asks of the window it is in: to show another view, to say something in passing, to know the layout. */
export const WindowChannel: Channel<WindowShape> = defineChannel<WindowShape>('window');
