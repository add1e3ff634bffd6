import { AppError, type Locale } from '@atelier/kernel';
import { errors } from '../errors.ts';

const reasons = {
  noFile: { en: 'it has no SKILL.md', fr: 'elle n’a pas de SKILL.md' },
  noDescription: {
    en: 'its SKILL.md has no description, so no model would know when to use it',
    fr: 'son SKILL.md n’a pas de description, aucun modèle ne saurait donc quand l’utiliser',
  },
  badHead: {
    en: 'the head of its SKILL.md is not valid YAML, or is longer than 8 kB',
    fr: 'l’en-tête de son SKILL.md n’est pas du YAML valide, ou dépasse 8 ko',
  },
  longHead: {
    en: 'its name is longer than 64 characters, or its description than 1,024',
    fr: 'son nom dépasse 64 caractères, ou sa description 1 024',
  },
  link: { en: '{what} in it is a link, which may lead outside', fr: '{what} y est un lien, qui peut mener ailleurs' },
  special: { en: '{what} in it is neither a file nor a folder', fr: '{what} n’y est ni un fichier ni un dossier' },
  large: { en: 'it is larger than 5 MB, or has more than 300 files', fr: 'elle dépasse 5 Mo, ou compte plus de 300 fichiers' },
  deep: { en: 'its folders are nested more than 6 deep', fr: 'ses dossiers sont imbriqués sur plus de 6 niveaux' },
  many: {
    en: 'there are too many or too long ones in the project (at most 20 skills with 1 MB of text and 20 MB in all)',
    fr: 'le projet en compte trop ou de trop longues (20 compétences, 1 Mo de texte et 20 Mo en tout au plus)',
  },
  taken: { en: 'another skill of the project is called {what}', fr: 'une autre compétence du projet s’appelle {what}' },
  ownName: {
    en: 'its name has to be small letters, digits and hyphens',
    fr: 'son nom doit être fait de minuscules, de chiffres et de traits d’union',
  },
  name: {
    en: 'its name is not that of its folder in small letters, digits and hyphens, or begins with atelier',
    fr: 'son nom n’est pas celui de son dossier en minuscules, chiffres et traits d’union, ou commence par atelier',
  },
} as const;

/** The refusal of one skill, with the reason in both languages. */
export function refused(folder: string, reason: keyof typeof reasons, what = ''): AppError {
  const said = (locale: Locale) =>
    errors['skills/refused']({ folder, why: reasons[reason][locale].replace('{what}', () => what.slice(0, 120)) }).in(locale);
  const plain = (text: string) => text.replaceAll('{', '{{');
  return new AppError('skills/refused', { en: plain(said('en')), fr: plain(said('fr')) }, { folder, reason });
}
