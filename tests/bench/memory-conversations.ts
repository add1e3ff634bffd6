import type { Made } from './memory-set.ts';

export const askedKinds = [
  'paraphrase beside a name',
  'paraphrase without a common word',
  'two hops',
  'time, asked as of the day',
  'time, the day in words only',
] as const;
export type AskedKind = (typeof askedKinds)[number];

/** A memory of a conversation, true for a time. */
export interface Told extends Omit<Made, 'number'> {
  readonly topic: string;
  readonly from?: number;
  readonly until?: number;
}

/** A question and the memories that answer it, by their places in the list. */
export interface Asked {
  readonly kind: AskedKind;
  readonly text: string;
  readonly evidence: readonly number[];
  readonly at?: number;
}

/** What a person says, and how they ask for it later: about somebody, or about themselves in other words. */
const saidOf = {
  en: [
    ['{name} is allergic to peanuts.', 'What food must {name} avoid?'],
    ['{name} moved to a flat near the harbour.', 'Where is the home of {name}?'],
    ['{name} was promoted to head of accounting.', 'What is the job of {name}?'],
    ['{name} rides a bicycle to the office.', 'How does {name} commute?'],
    ['{name} plays the cello in a quartet.', 'Which instrument does {name} know?'],
    ['{name} cannot stand phone calls.', 'How should {name} be reached?'],
    ['{name} is expecting twins in spring.', 'Will the family of {name} grow?'],
    ['{name} adopted two kittens.', 'What pets does {name} have?'],
  ],
  fr: [
    ['{name} est allergique aux arachides.', 'Que ne doit pas manger {name} ?'],
    ['{name} a emménagé près du port.', 'Où se trouve le domicile de {name} ?'],
    ['{name} a été promue chef comptable.', 'Quel est le métier de {name} ?'],
    ['{name} vient au bureau à vélo.', 'Comment se déplace {name} ?'],
    ['{name} joue du violoncelle dans un quatuor.', 'Quel instrument connaît {name} ?'],
    ['{name} ne supporte pas le téléphone.', 'De quelle façon joindre {name} ?'],
    ['{name} attend des jumeaux au printemps.', 'La famille de {name} va-t-elle grandir ?'],
    ['{name} a recueilli deux chatons.', 'Quels animaux a {name} ?'],
  ],
} as const;

const own = [
  ['My spouse cannot eat gluten.', 'which bread is safe for the family dinner'],
  ['We ship on Thursdays.', 'when does a new version reach customers'],
  ['I get up at five.', 'am I a morning person'],
  ['I never touch alcohol.', 'should wine be served'],
  ['The staging box is in Frankfurt.', 'which country hosts pre-production'],
  ['Indent with tabs.', 'whitespace style for code'],
  ['My daughter was born in 2019.', 'how old is the child'],
  ['I am colour-blind.', 'could red and green charts be a problem'],
  ['Invoices go out on the first.', 'billing schedule'],
  ['I hate meetings after lunch.', 'best hour to schedule a call'],
  ['Mon conjoint ne mange pas de gluten.', 'quel pain acheter pour la famille'],
  ['On livre le jeudi.', 'quand sort une nouvelle version'],
  ['Je me lève à cinq heures.', 'suis-je matinal'],
  ['Je ne bois jamais d’alcool.', 'faut-il servir du vin'],
  ['La préproduction est à Francfort.', 'dans quel pays tourne le serveur de test'],
  ['Indenter avec des tabulations.', 'style des espaces du code'],
  ['Ma fille est née en 2019.', 'quel âge a l’enfant'],
  ['Je suis daltonien.', 'un graphique rouge et vert pose-t-il problème'],
  ['Les factures partent le premier.', 'calendrier de facturation'],
  ['Je déteste les réunions après le déjeuner.', 'meilleure heure pour un appel'],
] as const;

const hops = {
  en: ['{name} reports to {other}.', '{other} works from {place}.', 'In which town is the boss of {name}?'],
  fr: ['{name} a pour responsable {other}.', '{other} travaille depuis {place}.', 'Dans quelle ville est le supérieur de {name} ?'],
} as const;
const changing = {
  en: ['{name} lives in {place}.', 'Where did {name} live in {month}?'],
  fr: ['{name} habite à {place}.', 'Où habitait {name} en {month} ?'],
} as const;

const yearMs = 365 * 24 * 3600 * 1000;

/** What some hundred conversations left, in French and English, and questions of five kinds with their evidence. The same for the same seed. */
export function conversationSet(seed: number, each = 60): { readonly told: readonly Told[]; readonly asked: readonly Asked[] } {
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const word = () => {
    const made = Array.from({ length: 3 }, () => pick([...'bcdfgklmnprstv']) + pick([...'aeiou'])).join('');
    return made.charAt(0).toUpperCase() + made.slice(1);
  };
  const told: Told[] = [];
  const asked: Asked[] = [];
  const tell = (content: string, more: Partial<Told> = {}): number =>
    told.push({ title: content.split(' ').slice(0, 3).join(' '), content, topic: `c${told.length}`, ...more }) - 1;
  const filled = (text: string, fields: Record<string, string>) => text.replaceAll(/\{(\w+)\}/g, (_, field: string) => fields[field] ?? '');

  for (let n = 0; n < each; n += 1) {
    const language = n % 2 === 0 ? 'en' : 'fr';
    const fields = { name: word(), other: word(), place: word() };
    const [said, question] = pick<readonly [string, string]>(saidOf[language]);
    asked.push({ kind: 'paraphrase beside a name', text: filled(question, fields), evidence: [tell(filled(said, fields))] });

    const link = { name: word(), other: word(), place: word() };
    const [first, second, both] = hops[language];
    asked.push({ kind: 'two hops', text: filled(both, link), evidence: [tell(filled(first, link)), tell(filled(second, link))] });

    const name = word();
    const [lives, lived] = changing[language];
    const homes = [0, 1, 2].map(year => {
      const until = year === 2 ? {} : { until: Date.UTC(2022, 0) + (year + 1) * yearMs };
      return tell(filled(lives, { name, place: word() }), { topic: `home-${name}`, from: Date.UTC(2022, 0) + year * yearMs, ...until });
    });
    const year = Math.floor(random() * 3);
    const at = Date.UTC(2022, 5) + year * yearMs;
    const month = new Date(at).toLocaleDateString(language, { month: 'long', year: 'numeric', timeZone: 'UTC' });
    const text = filled(lived, { name, month });
    const evidence = [homes[year] as number];
    asked.push({ kind: 'time, asked as of the day', text, evidence, at }, { kind: 'time, the day in words only', text, evidence });
  }
  for (const [said, question] of own) asked.push({ kind: 'paraphrase without a common word', text: question, evidence: [tell(said)] });
  return { told, asked };
}
