import { AppError } from '@atelier/kernel';
import { toast } from '@atelier/kernel/kit';
import { spacedText, type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { MemoryChannel } from '../../contract/index.ts';
import { texts } from './texts.ts';

/** What is on screen: a conversation, or the draft of a project or of none. Undefined where there is neither. */
export function shownConversation({ slices }: ViewHost): string | undefined {
  const thread = slices.get('thread');
  if (thread === 'none') return undefined;
  const project = slices.get('project');
  return slices.get('conversation')?.id ?? (thread === 'project' && project !== null ? `project:${project.id}` : 'global');
}

/** Makes a conversation private, or ends that, and says what it means. Answers how it is then. */
export async function setPrivate(view: ViewHost, conversation: string, isPrivate: boolean): Promise<boolean> {
  const locale = view.slices.get('locale');
  const text = (key: keyof typeof texts.en) => spacedText(locale, texts[locale][key]);
  const client = view.connect(MemoryChannel);
  try {
    await client.call('setPrivate', { conversation, private: isPrivate });
    if (!isPrivate) {
      toast({ text: text('notPrivate'), kind: 'done' });
      return false;
    }
    const { memories } = await client.call('list', { conversation, limit: 1 });
    if (memories.length === 0) toast({ text: text('nowPrivate'), kind: 'done' });
    // What was captured before stays until the person says otherwise.
    else
      toast({
        text: text('nowPrivateBut'),
        kind: 'done',
        milliseconds: 12_000,
        action: {
          label: text('forgetThose'),
          run: () => void view.connect(WindowChannel).call('open', { view: 'memory.page', params: { forget: conversation } }),
        },
      });
    return true;
  } catch (error) {
    const failure = error instanceof AppError ? error.in(locale) : String(error);
    toast({ text: failure, kind: 'failed' });
    return !isPrivate;
  }
}

/** The command: the conversation that it is given, or the one on screen. */
export async function togglePrivate(view: ViewHost, args: unknown): Promise<void> {
  const { conversation = shownConversation(view) } = Object(args) as { conversation?: string };
  if (conversation === undefined) return;
  const { private: isPrivate } = await view.connect(MemoryChannel).call('privacy', { conversation });
  await setPrivate(view, conversation, !isPrivate);
}
