import { isAppError } from '@atelier/kernel';
import { toast } from '@atelier/kernel/kit';
import type { ViewHost } from '@atelier/kernel/ui';
import { IdeLauncherChannel, type IdeLauncherShape } from '../contract/index.ts';

type Wanted = IdeLauncherShape['calls']['open']['params'];

/** Opens a file, or the working folder, of a conversation, that on screen if none is named. An editor shows itself; a failure is told. */
export async function openFile(view: ViewHost, wanted: unknown): Promise<void> {
  const { conversation = view.slices.get('conversation')?.id, ...what } = (wanted ?? {}) as Wanted;
  try {
    await view.connect(IdeLauncherChannel).call('open', { ...what, ...(conversation !== undefined && { conversation }) });
  } catch (error) {
    toast({ text: isAppError(error) ? error.in(view.slices.get('locale')) : String(error), kind: 'failed' });
  }
}
