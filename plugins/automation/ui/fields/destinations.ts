import type { UiChoice } from '@atelier/kernel/kit';
import type { Draft, Place } from '../../contract/index.ts';
import type { Words } from '../words.ts';

type To = NonNullable<Draft['to']>;

/** No folder is called so: each begins with a slash or a letter. */
export const choose = '\u0000choose';
const inside = '\u0000in ';
const through = '\u0000to ';

/** Where a result goes, as the value of a choice. */
export function choiceOf(to: To | undefined): string {
  if (to === undefined) return '';
  if (to.kind === 'file') return to.folder;
  return to.kind === 'message' ? `${inside}${to.conversation}` : `${through}${to.channel}\n${to.thread}`;
}

export function toOf(value: string): To {
  if (value.startsWith(inside)) return { kind: 'message', conversation: value.slice(inside.length) };
  if (!value.startsWith(through)) return { kind: 'file', folder: value };
  const [channel = '', thread = ''] = value.slice(through.length).split('\n');
  return { kind: 'channel', channel, thread };
}

/** Everywhere that a result may go; threads of channels where there are any. */
export function destinations(
  text: Words,
  {
    folders,
    conversations,
    threads,
  }: {
    readonly folders: readonly string[];
    readonly conversations: readonly { readonly id: string; readonly title: string }[];
    readonly threads: readonly Place[];
  },
): readonly UiChoice[] {
  const nameOf = (folder: string) => folder.split(/[/\\]/).findLast(part => part !== '') ?? folder;
  return [
    { value: '', label: text.of('toNotice') },
    ...folders.map(folder => ({ value: folder, label: text.of('toFolder', { folder: nameOf(folder) }) })),
    { value: choose, label: text.of('chooseFolder') },
    ...threads.map(({ channel, thread, name, title }) => ({
      ...{ value: choiceOf({ kind: 'channel', channel, thread }), label: `${name}, ${title}`, group: text.of('toChannel') },
    })),
    ...conversations.map(({ id, title }) => ({
      ...{ value: choiceOf({ kind: 'message', conversation: id }), label: title, group: text.of('toConversation') },
    })),
  ];
}
