import { toast } from '@atelier/kernel/kit';
import { type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { HarnessChannel, type Rating } from '../../contract/index.ts';
import { texts } from '../texts.ts';

/** Rates an answer, or takes the same rating back; then offers to say why. */
export async function rate(
  view: ViewHost,
  { conversation, entry }: { readonly conversation: string; readonly entry: string },
  thumb: Rating['thumb'],
): Promise<void> {
  const client = view.connect(HarnessChannel);
  const words = texts[view.slices.get('locale')];
  const before = (await client.call('ratings', { conversation })).find(rating => rating.entry === entry);
  const isTakenBack = before?.thumb === thumb;
  await client.call('rate', { conversation, entry, thumb: isTakenBack ? 'none' : thumb });
  const why = () => void view.connect(WindowChannel).call('open', { view: 'harness.word', params: { conversation, entry } });
  toast(isTakenBack ? { text: words.takenBack } : { text: words[`noted.${thumb}`], action: { label: words.addWord, run: why } });
}
