import type { Locale } from '@atelier/kernel';
import type { Rule } from '../../contract/index.ts';

/** A sentence in both languages, with the same placeholders. */
type Bilingual = Readonly<Record<Locale, string>>;

/** The texts about a decision that the person reads. */
export const words = {
  allow: { fr: 'autorise', en: 'allows' },
  ask: { fr: 'demande', en: 'asks' },
  deny: { fr: 'refuse', en: 'denies' },
  conversation: { fr: 'cette conversation', en: 'this conversation' },
  project: { fr: 'ce projet', en: 'this project' },
  always: { fr: 'partout', en: 'everywhere' },
  anything: { fr: 'tout', en: 'anything' },
  ruleSays: { fr: 'Règle : {decision} {tool} ({pattern}), {scope}.', en: 'Rule: {decision} {tool} ({pattern}), {scope}.' },
  modeSecure: { fr: 'Mode sécurisé, dans le bac à sable.', en: 'Secure mode, in the sandbox.' },
  modeSecureNetwork: {
    fr: 'Mode sécurisé, dans le bac à sable, avec le réseau que vous avez donné à cette conversation.',
    en: 'Secure mode, in the sandbox, with the network that you gave this conversation.',
  },
  modeSecureFiles: { fr: 'Mode sécurisé, dans le dossier de travail.', en: 'Secure mode, in the working folder.' },
  modeOpen: { fr: 'Mode ouvert.', en: 'Open mode.' },
  noSandbox: {
    fr: 'Cette machine n’a pas de bac à sable : en mode sécurisé, chaque commande demande d’abord votre accord.',
    en: 'This machine has no sandbox, so in secure mode every command asks for your approval first.',
  },
  closed: {
    fr: 'Cette machine n’a pas de bac à sable, et cette commande nomme ce que rien d’autre ne protège d’elle, vos clés par exemple : {what}.',
    en: 'This machine has no sandbox, and this command names what nothing else keeps from it, such as your keys: {what}.',
  },
  wantsNetwork: {
    fr: 'Cette commande paraît avoir besoin du réseau, que cette conversation n’a pas. L’autoriser le lui donne.',
    en: 'This command seems to need the network, which this conversation does not have. Allowing it gives it the network.',
  },
  outside: {
    fr: '{read} Un tel texte peut pousser l’assistant à envoyer au-dehors ce qu’il a lu. {how}',
    en: '{read} Such text can lead the assistant to send away what it has read. {how}',
  },
  outsideRead: {
    fr: 'Cette conversation contient du texte venu de l’extérieur : {sources}.',
    en: 'This conversation holds text from outside: {sources}.',
  },
  outsideEarlier: {
    fr: 'Cette conversation a pu lire du texte venu de l’extérieur.',
    en: 'This conversation may have read text from outside.',
  },
  outsideSecret: { fr: 'Elle a aussi lu des secrets : {what}.', en: 'It has also read secrets: {what}.' },
  outsideMore: { fr: 'et {count} de plus', en: 'and {count} more' },
  leavesNetwork: {
    fr: 'Autoriser donne le réseau à cette seule commande.',
    en: 'Allowing it gives the network to this command alone.',
  },
  leavesUnsandboxed: {
    fr: 'Sans bac à sable, rien n’empêche cette commande d’utiliser le réseau.',
    en: 'Without a sandbox, nothing keeps this command from the network.',
  },
  leavesTool: { fr: 'Cet outil appartient à {extension}, qui peut envoyer.', en: 'This tool belongs to {extension}, which can send.' },
  alsoDestructive: {
    fr: 'Elle peut aussi détruire, publier ou prendre d’autres droits : {what}.',
    en: 'It may also destroy, publish or gain rights: {what}.',
  },
  destructive: {
    fr: 'En mode ouvert, ce qui peut détruire, publier ou prendre d’autres droits vous est demandé : {what}.',
    en: 'In open mode you are asked about what may destroy, publish or gain rights: {what}.',
  },
  changed: {
    fr: 'Ce que cette commande exécute a changé depuis que vous l’avez autorisée : {files}.',
    en: 'What this command runs has changed since you allowed it: {files}.',
  },
  changedMeanwhile: {
    fr: 'Ce que cette commande exécute a changé depuis que la question vous a été posée : {files}.',
    en: 'What this command runs has changed since you were asked: {files}.',
  },
  unclear: {
    fr: 'Il n’est pas sûr de ce que cette commande exécute : cela vous est donc demandé.',
    en: 'It is not certain what this command runs, so you are asked about it.',
  },
  noRow: {
    fr: 'Rien ne dit si cet appel est permis dans ce mode : il vous est donc demandé.',
    en: 'Nothing says whether this call is allowed in this mode, so you are asked about it.',
  },
  askedBy: { fr: 'Demandé par l’extension {extension}, pas par Atelier.', en: 'Asked by the extension {extension}, not by Atelier.' },
  startedBy: {
    fr: 'Ceci répond à un message de l’extension {extension}, pas de vous.',
    en: 'This answers a message of the extension {extension}, not one of yours.',
  },
  specialist: { fr: 'Demandé par le spécialiste « {name} ».', en: 'Asked by the specialist “{name}”.' },
  nobodySees: {
    fr: 'Personne ne voit cette conversation : ce qui demanderait un accord y est refusé.',
    en: 'Nobody sees this conversation, so what would need a yes is denied in it.',
  },
  contained: { fr: 'Chemin hors de ce que ce mode permet.', en: 'A path outside what this mode permits.' },
  policy: { fr: 'L’extension {extension} l’a refusé.', en: 'The extension {extension} denied it.' },
  policyFailed: {
    fr: 'Les extensions qui vérifient les appels n’ont pas pu être interrogées.',
    en: 'The extensions that check calls could not be asked.',
  },
  person: { fr: 'Vous l’avez autorisé ({scope}).', en: 'You allowed it ({scope}).' },
  personDenied: { fr: 'Vous l’avez refusé.', en: 'You denied it.' },
  nobodyAnswered: { fr: 'Personne n’a répondu à temps.', en: 'Nobody answered in time.' },
  once: { fr: 'une fois', en: 'once' },
  runTool: { fr: 'Autoriser {tool} ?', en: 'Allow {tool}?' },
  runCommand: { fr: 'Exécuter cette commande ?', en: 'Run this command?' },
} as const satisfies Record<string, Bilingual>;

/** A text that the person reads in the language of now, and not in the one of when it was made. */
export type Said = (locale: Locale) => string;

/** One text after the other; those that say nothing are left out. */
export function joined(...texts: readonly Said[]): Said {
  return locale =>
    texts
      .map(text => text(locale))
      .filter(text => text !== '')
      .join(' ');
}

export const nothingSaid: Said = () => '';

/** One of the sentences with its placeholders filled. */
export function say(locale: Locale, key: keyof typeof words, blanks: Readonly<Record<string, string>> = {}): string {
  return words[key][locale].replace(/\{(\w+)\}/g, (blank, name: string) => blanks[name] ?? blank);
}

/** A rule as a sentence; `visible` shows hidden characters, because a model may have written the pattern. */
export function ruleInWords(rule: Rule, locale: Locale, visible: (text: string) => string): string {
  return say(locale, 'ruleSays', {
    decision: say(locale, rule.decision),
    tool: visible(rule.tool === '*' ? say(locale, 'anything') : rule.tool),
    pattern: rule.pattern === undefined ? say(locale, 'anything') : visible(rule.pattern),
    scope: say(locale, rule.scope),
  });
}
