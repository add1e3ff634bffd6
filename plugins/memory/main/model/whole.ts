import type { MemoryRecord } from '../../contract/index.ts';
import { byPerson } from '../store/making.ts';

/** A title of a model or an extension is none of the person's words, also where they mended the words. */
export const isTitled = ({ source, modelTitle }: MemoryRecord): boolean => byPerson.includes(source.origin) && modelTitle !== true;

/** What the person wrote down may need its title to be understood. */
export const wholeOf = (memory: MemoryRecord): string =>
  isTitled(memory) && !memory.content.includes(memory.title) ? `${memory.title}: ${memory.content}` : memory.content;
