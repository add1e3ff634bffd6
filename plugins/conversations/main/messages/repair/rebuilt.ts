import type { AppError } from '@atelier/kernel';
import { openRegular } from '@atelier/kernel/children';
import { errors } from '../../errors.ts';

/** What became of session files that had no record. */
export interface Rebuilt {
  /** The conversations that are there again. */
  count: number;
  /** So many of them as the person had set them. */
  asSet: number;
  /** Folders of projects that do not exist any more. */
  readonly foldersGone: Set<string>;
  /** The names of files that could not be read, or that end in the middle of a line. */
  readonly notWhole: Set<string>;
}

const allSet = {
  en: 'Their titles, stars, archive and projects are as you set them. Drafts and attached files that were not sent are gone: write them again, or restore a backup under Settings > Storage.',
  fr: 'Leurs titres, favoris, archives et projets sont tels que vous les aviez réglés. Les brouillons et les fichiers joints non envoyés sont perdus : écrivez-les de nouveau, ou restaurez une sauvegarde dans Réglages > Stockage.',
};
const noneSet = {
  en: 'Each is in the project of the folder that it began in, where its file says so. The names and icons of projects, titles that you gave, stars, the archive, drafts and attached files that were not sent are gone: set them again, or restore a backup under Settings > Storage.',
  fr: 'Chacune est dans le projet du dossier où elle a commencé, quand son fichier l’indique. Les noms et icônes des projets, les titres que vous aviez donnés, les favoris, les archives, les brouillons et les fichiers joints non envoyés sont perdus : refaites-les, ou restaurez une sauvegarde dans Réglages > Stockage.',
};
const someSet = (count: number) => ({
  en: `Their titles, stars, archive and projects are as you set them, except for ${count} of which nothing was kept. Drafts and attached files that were not sent are gone: write them again, or restore a backup under Settings > Storage.`,
  fr: `Leurs titres, favoris, archives et projets sont tels que vous les aviez réglés, sauf pour ${count} dont rien n’était conservé. Les brouillons et les fichiers joints non envoyés sont perdus : écrivez-les de nouveau, ou restaurez une sauvegarde dans Réglages > Stockage.`,
});

const newline = 0x0a;
const maxNamed = 10;

/** Says what was rebuilt and what is missing; undefined if there was no session file. */
export function rebuiltNotice({ count, asSet, foldersGone, notWhole }: Rebuilt): AppError | undefined {
  if (count === 0 && notWhole.size === 0) return undefined;
  const gone = named(foldersGone, {
    en: ' These folders of projects no longer exist, so the conversations of them are in no project:',
    fr: ' Ces dossiers de projets n’existent plus, et leurs conversations ne sont donc dans aucun projet :',
  });
  const cut = named(notWhole, {
    en: ' These session files are damaged; what can be read of them is shown, and they were not changed:',
    fr: ' Ces fichiers de session sont abîmés ; ce qui peut en être lu est affiché, et ils n’ont pas été modifiés :',
  });
  return errors['conversations/rebuilt']({
    count,
    gone,
    cut,
    set: asSet === count ? allSet : asSet === 0 ? noneSet : someSet(count - asSet),
  });
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
