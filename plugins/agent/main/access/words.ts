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
  modeSecureFiles: { fr: 'Mode sécurisé, dans le dossier de travail.', en: 'Secure mode, in the working folder.' },
  modeOpen: { fr: 'Mode ouvert.', en: 'Open mode.' },
  noSandbox: {
    fr: 'Cette machine n’a pas de bac à sable : en mode sécurisé, chaque commande demande d’abord votre accord.',
    en: 'This machine has no sandbox, so in secure mode every command asks for your approval first.',
  },
  wantsNetwork: {
    fr: 'Cette commande paraît avoir besoin du réseau, que cette conversation n’a pas. L’autoriser le lui donne.',
    en: 'This command seems to need the network, which this conversation does not have. Allowing it gives it the network.',
  },
  destructive: {
    fr: 'En mode ouvert, ce qui peut détruire, publier ou prendre d’autres droits vous est demandé : {what}.',
    en: 'In open mode you are asked about what may destroy, publish or gain rights: {what}.',
  },
  changed: {
    fr: 'Ce que cette commande exécute a changé depuis que vous l’avez autorisée : {files}.',
    en: 'What this command runs has changed since you allowed it: {files}.',
  },
  noRow: {
    fr: 'Rien ne dit si cet appel est permis dans ce mode : il vous est donc demandé.',
    en: 'Nothing says whether this call is allowed in this mode, so you are asked about it.',
  },
  contained: { fr: 'Chemin hors de ce que ce mode permet.', en: 'A path outside what this mode permits.' },
  policy: { fr: 'Une extension l’a refusé.', en: 'An extension denied it.' },
  person: { fr: 'Vous l’avez autorisé ({scope}).', en: 'You allowed it ({scope}).' },
  personDenied: { fr: 'Vous l’avez refusé.', en: 'You denied it.' },
  nobodyAnswered: { fr: 'Personne n’a répondu à temps.', en: 'Nobody answered in time.' },
  once: { fr: 'une fois', en: 'once' },
  runTool: { fr: 'Autoriser {tool} ?', en: 'Allow {tool}?' },
  runCommand: { fr: 'Exécuter cette commande ?', en: 'Run this command?' },
} as const satisfies Record<string, Bilingual>;

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
