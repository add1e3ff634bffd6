export type Language = 'en' | 'fr';

/** What a person chose on a page is kept in this cookie. */
export const languageCookie = 'cloud_language';

/** What a page is written in: the language that was chosen on one, else what the browser asks for. */
export function pageLanguage(headers: { readonly cookie?: string | undefined; readonly 'accept-language'?: string | undefined }): Language {
  const chosen = /(?:^|; ?)cloud_language=(en|fr)(?:;|$)/.exec(headers.cookie ?? '')?.[1];
  return (chosen as Language | undefined) ?? languageOf(headers['accept-language']);
}

/** The first of the header's languages that we speak; English without one. */
export function languageOf(header: string | undefined): Language {
  const wanted = (header ?? '')
    .slice(0, 200)
    .split(',')
    .map(part => {
      const [tag = '', quality = ''] = part.trim().toLowerCase().split(';');
      const q = quality.trim().startsWith('q=') ? Number(quality.trim().slice(2)) : 1;
      return { tag: tag.split('-')[0], q: Number.isFinite(q) ? q : 0 };
    })
    .filter(({ tag, q }) => q > 0 && (tag === 'en' || tag === 'fr'))
    .toSorted((a, b) => b.q - a.q);
  return wanted[0]?.tag === 'fr' ? 'fr' : 'en';
}
