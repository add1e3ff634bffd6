import type { MemoryRecord } from '../../contract/index.ts';
import { byPerson } from '../store/making.ts';

/** What the person wrote down may need its title to be understood. A title of a model or an extension is none of their words, also where they mended the words. */
export const wholeOf = ({ title, content, source, modelTitle }: MemoryRecord): string =>
  byPerson.includes(source.origin) && modelTitle !== true && !content.includes(title) ? `${title}: ${content}` : content;
