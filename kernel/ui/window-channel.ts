import { type Channel, defineChannel } from '@atelier/kernel';
import type { WindowShape } from './contract/generated.ts';

export type { Layout, ShownToast, WindowShape } from './contract/generated.ts';

/** What a view can call on the window it is in: show another view, show a toast, read the layout. */
export const WindowChannel: Channel<WindowShape> = defineChannel<WindowShape>('window');
