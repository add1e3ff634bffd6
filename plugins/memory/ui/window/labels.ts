import { pluralText, type ViewHost } from '@atelier/kernel/ui';
import { MemoryChannel } from '../../contract/index.ts';
import { texts } from './texts.ts';

/** How many memories each answer of a conversation had, as labels of the answers. */
export async function answerLabels(view: ViewHost, args: unknown): Promise<unknown> {
  const { conversation } = args as { readonly conversation: string };
  const { answers } = await view.connect(MemoryChannel).call('usedIn', { conversation });
  const locale = view.slices.get('locale');
  const forms = { one: texts[locale]['memories.one'], other: texts[locale]['memories.other'] };
  return { labels: answers.map(({ message, count }) => ({ entry: message, text: pluralText(locale, count, forms) })) };
}
