import { visibleText } from '@atelier/kernel';
import type { Problem } from '../../contract/index.ts';
import { errors } from '../errors.ts';
import type { ReadRole } from './role-file.ts';

type Reason = Extract<ReadRole, string> | 'link' | 'unreadable' | 'taken' | 'many';

const reasons: Readonly<Record<Reason, { readonly en: string; readonly fr: string }>> = {
  noHead: { en: 'it does not begin with a head between two lines of ---', fr: 'il ne commence pas par un en-tête entre deux lignes ---' },
  badHead: { en: 'its head is not plain YAML, or has aliases', fr: 'son en-tête n’est pas du YAML simple, ou contient des alias' },
  badName: {
    en: 'its name is not small letters, digits and hyphens, at most 40',
    fr: 'son nom n’est pas fait de minuscules, de chiffres et de traits d’union, 40 au plus',
  },
  noAbout: { en: 'it has no description, by which it would be chosen', fr: 'il n’a pas de description qui permette de le choisir' },
  noInstructions: { en: 'it has no instructions', fr: 'il n’a pas d’instructions' },
  large: { en: 'it is too long (at most 20,000 characters)', fr: 'il est trop long (20 000 caractères au plus)' },
  hidden: { en: 'it has invisible characters', fr: 'il contient des caractères invisibles' },
  link: { en: 'it is a link, which may lead outside', fr: 'c’est un lien, qui peut mener ailleurs' },
  unreadable: { en: 'it cannot be read {what}', fr: 'il ne peut pas être lu {what}' },
  taken: { en: 'another role is called {what}', fr: 'un autre rôle s’appelle {what}' },
  many: { en: 'there are too many (at most 20 roles)', fr: 'il y en a trop (20 rôles au plus)' },
};

/** A file of a project that is no role, and why, in both languages. */
export function refusedRole(path: string, reason: Reason, what = ''): Problem {
  const file = visibleText(path, 'name').slice(0, 200);
  const why = (locale: 'en' | 'fr') => reasons[reason][locale].replace('{what}', () => what).trim();
  const text = (locale: 'en' | 'fr') => errors['specialists/role-refused']({ file, why: why(locale) }).in(locale);
  return { code: 'specialists/role-refused', en: text('en'), fr: text('fr') };
}
