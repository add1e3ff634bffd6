import type { AppError } from '@atelier/kernel';
import { openRegular } from '@atelier/kernel/children';
import { errors } from '../../errors.ts';

/** What became of session files that had no record. */
export interface Rebuilt {
  /** The conversations that are there again. */
  count: number;
  /** Folders of projects that do not exist any more. */
  readonly foldersGone: Set<string>;
  /** The names of files that could not be read, or that end in the middle of a line. */
  readonly notWhole: Set<string>;
}

const newline = 0x0a;
const maxNamed = 10;

/** Says what was rebuilt and what is missing; undefined if there was no session file. */
export function rebuiltNotice({ count, foldersGone, notWhole }: Rebuilt): AppError | undefined {
  if (count === 0 && notWhole.size === 0) return undefined;
  const gone = named(foldersGone, {
    en: ' These folders of projects no longer exist, so the conversations of them are in no project:',
    fr: ' Ces dossiers de projets n’existent plus, et leurs conversations ne sont donc dans aucun projet :',
  });
  const cut = named(notWhole, {
    en: ' These session files are damaged; what can be read of them is shown, and they were not changed:',
    fr: ' Ces fichiers de session sont abîmés ; ce qui peut en être lu est affiché, et ils n’ont pas été modifiés :',
  });
  return errors['conversations/rebuilt']({ count, gone, cut });
}

function named(names: ReadonlySet<string>, before: { readonly en: string; readonly fr: string }): typeof before {
  if (names.size === 0) return { en: '', fr: '' };
  const first = [...names].slice(0, maxNamed).join(', ');
  const more = names.size - maxNamed;
  const rest = more > 0 ? { en: `, and ${more} more`, fr: `, et ${more} de plus` } : { en: '', fr: '' };
  return { en: `${before.en} ${first}${rest.en}.`, fr: `${before.fr} ${first}${rest.fr}.` };
}

/** Whether the last line of a file has no end. */
export async function isTorn(file: string): Promise<boolean> {
  const handle = await openRegular(file);
  try {
    const { size } = await handle.stat();
    if (size === 0) return true;
    const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1);
    return buffer[0] !== newline;
  } finally {
    await handle.close();
  }
}
