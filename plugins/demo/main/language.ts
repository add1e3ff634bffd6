import type { Language } from './words/index.ts';

const french =
  /(?<![\p{L}'’])(?:le|la|les|des|du|une?|est|et|je|tu|vous|nous|moi|mon|ma|mes|ce|cette|que|qui|quoi|pour|avec|dans|sur|pas|bonjour|salut|bonsoir|merci|aide|lis|lire|fichier|dossier|modifie|modifier|échec|echec|échoue|panne|visite|réfléchis|reflechis|pense|longue|histoire|écris|ecris|tableau|titre|commande)(?![\p{L}])/giu;
const english =
  /(?<![\p{L}'’])(?:the|an?|is|are|and|i|you|we|me|my|this|that|what|which|for|with|in|on|not|hello|hi|hey|thanks|thank|help|read|file|folder|edit|change|fail|failing|outage|tour|think|story|write|table|formatting|title|command|please|show)(?![\p{L}])/giu;

/** The language of the newest text that shows one; French where none does, as everywhere in the product. */
export function languageOf(newestFirst: readonly string[]): Language {
  for (const text of newestFirst) {
    const head = text.slice(0, 4_000);
    const marks =
      (head.match(french)?.length ?? 0) + (head.match(/[àâçéèêëîïôùûœ«»]/giu)?.length ?? 0) - (head.match(english)?.length ?? 0);
    if (marks !== 0) return marks > 0 ? 'fr' : 'en';
  }
  return 'fr';
}
