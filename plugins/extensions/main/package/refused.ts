import { AppError, type Locale } from '@atelier/kernel';
import { errors } from '../errors.ts';

const reasons = {
  tooLarge: { en: 'it is larger than {what} bytes', fr: 'il dépasse {what} octets' },
  bomb: { en: 'it unpacks to more than {what} bytes', fr: 'il se déballe en plus de {what} octets' },
  noArchive: { en: 'it is not a whole archive', fr: 'ce n’est pas une archive entière' },
  special: { en: '{what} in it is a link or a device', fr: '{what} y est un lien ou un périphérique' },
  path: {
    en: 'the path {what} in it leads outside, or cannot be written everywhere',
    fr: 'le chemin {what} en sort, ou ne peut pas être écrit partout',
  },
  twice: { en: '{what} is in it twice', fr: '{what} y est deux fois' },
  tooMany: { en: 'it holds more than {what} files', fr: 'il contient plus de {what} fichiers' },
  noManifest: { en: 'it has no package.json that can be read', fr: 'il n’a pas de package.json lisible' },
  otherName: { en: 'its package.json says {what}', fr: 'son package.json dit {what}' },
} as const;

/** Makes the refusal of one package, with its reason in both languages. */
export function refusedFor(what: string): (reason: keyof typeof reasons, detail?: unknown) => AppError {
  return (reason, detail) => {
    // A name out of an archive is shown as it is, but never longer than a person reads.
    const inside = String(detail ?? '').slice(0, 120);
    const made = (locale: Locale) =>
      errors['extensions/package-refused']({ what, reason: reasons[reason][locale].replace('{what}', () => inside) }).in(locale);
    const plain = (text: string) => text.replaceAll('{', '{{');
    return new AppError('extensions/package-refused', { en: plain(made('en')), fr: plain(made('fr')) }, { what, reason });
  };
}
