import type { Entry } from '@atelier/agent/contract';
import { splitAttached } from '../../contract/index.ts';
import type { Core } from '../core.ts';
import { numberedTitle } from './titles.ts';

const maxTitleLength = 60;
const minWords = 3;
const maxWords = 7;
/** Scripts that write no spaces between words: there a title is measured by its letters. */
const spaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const minSpacelessLength = 4;
const maxSpacelessLength = 30;
const maxExcerptLength = 2000;

/**
 * The model's answer as a title, or undefined if it is not suitable. Thinking, quotes and a full stop are removed before the answer is
 * checked.
 */
export function titleFromAnswer(answer: string): string | undefined {
  const line = answer
    .replaceAll(/<(think|thinking)>[\s\S]*?(?:<\/\1>|$)/gi, '')
    .trim()
    .split('\n')[0]
    ?.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/^(?:title|titre)\s*:\s*/i, '')
    .replaceAll(/^[\s"“”「」«»'`*#]+|(?<![\s"“”「」«»'`*.。])[\s"“”「」«»'`*.。]+$/g, '')
    .replaceAll(/\s+/g, ' ');
  if (line === undefined || line.length > maxTitleLength) return undefined;
  if (spaceless.test(line)) return line.length >= minSpacelessLength && line.length <= maxSpacelessLength ? line : undefined;
  const words = line.split(' ').length;
  return words >= minWords && words <= maxWords ? line : undefined;
}

const instruction =
  'Write a title for the conversation between the tags: 3 to 7 words, at most 60 characters, in the language of the conversation. Answer with the title only.';

/** Asks a model in a hidden turn for a title after a turn of a conversation; the first words stay the title if the answer is not suitable. */
export function aiTitles({ records, choices, agent, windows, log }: Core) {
  const asked = new Set<string>();
  return async (conversation: string): Promise<void> => {
    const record = records.find(conversation);
    if (record?.titleSource !== 'words' || choices.preferences().titles !== 'ai' || asked.has(conversation)) return;
    asked.add(conversation);
    try {
      const { entries } = await agent.transcript(conversation, { limit: 20 });
      const excerpt = entries.map(said).filter(Boolean).join('\n').slice(0, maxExcerptLength);
      if (excerpt === '') return;
      const { text } = await agent.runHidden({
        instruction: `${instruction}\n<conversation>\n${excerpt}\n</conversation>`,
        thinkingLevel: 'off',
        ...(record.model !== undefined && { model: record.model }),
      });
      const title = titleFromAnswer(text);
      // The person may have renamed it in the meantime.
      const now = records.find(conversation);
      if (title === undefined || now?.titleSource !== 'words') return;
      // The model may find the same words as the person began with.
      const isTaken = (one: string) => one !== now.title && records.isTitle(one);
      records.change(conversation, { title: isTaken(title) ? numberedTitle(title, isTaken) : title, titleSource: 'ai' });
      windows.changed(conversation, false);
    } catch (error) {
      log.warn(`No title was made for a conversation: ${String((error as Error).message)}`, { conversation });
    }
  };
}

function said({ kind, parts = [] }: Entry): string {
  if (kind !== 'user' && kind !== 'assistant') return '';
  const all = parts.flatMap(part => (part.kind === 'text' ? [part.text ?? ''] : [])).join(' ');
  const text = kind === 'user' ? withoutFiles(all) : all;
  return text === '' ? '' : `${kind}: ${text}`;
}

/** A person's words, and the names of what they attached. */
function withoutFiles(message: string): string {
  const { text, attached } = splitAttached(message);
  return [text, ...attached.map(({ name }) => `(${name})`)].filter(Boolean).join(' ');
}
