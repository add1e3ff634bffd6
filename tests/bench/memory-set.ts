import { wordSource } from './conversation-index.ts';

/** A memory of the generated set. */
export interface Made {
  readonly number: number;
  readonly title: string;
  readonly content: string;
}

export const queryKinds = ['exact', 'order', 'prefix', 'typo', 'infix', 'inflected', 'accent', 'identifier', 'noisy'] as const;
export type QueryKind = (typeof queryKinds)[number];

/** A question with one right answer. */
export interface Query {
  readonly kind: QueryKind;
  readonly text: string;
  readonly right: number;
}

const list = (words: string) => words.trim().split(/\s+/);
const english = {
  nouns: list(`
    invoice payment customer release deployment server database migration backup password session cache queue worker scheduler
    report budget contract supplier warehouse shipment order return refund discount coupon basket catalogue product picture
    translation language keyboard shortcut window sidebar palette theme colour contrast button dialog form field validation
    network proxy gateway certificate domain cluster container image volume snapshot monitor alert dashboard metric latency
    benchmark test fixture coverage branch commit review merge conflict tag changelog licence dependency package module plugin
    extension editor terminal shell script compiler linter formatter parser lexer tokenizer grammar schema index vector
    embedding prompt model provider token context memory conversation message attachment transcript notification reminder
    calendar meeting agenda minutes deadline milestone roadmap estimate sprint holiday travel flight hotel receipt expense
    salary insurance mortgage garden kitchen recipe allergy doctor appointment medicine exercise bicycle train ticket museum
    piano concert novel chapter sketch camera battery printer router sensor thermostat boiler window curtain ladder`),
  verbs: list(`
    uses prefers avoids keeps stores sends reads writes checks builds ships signs encrypts compresses renames splits joins
    copies moves archives restores validates rejects accepts retries schedules delays limits counts measures compares sorts
    filters groups exports imports publishes reviews approves documents translates replaces removes wraps mounts proxies`),
  adjectives: list(`
    weekly daily nightly monthly quarterly strict lazy remote local shared private public internal external temporary permanent
    small large fast slow safe verbose silent optional required default nested flat parallel sequential readonly volatile`),
  sentences: [
    '{name} {verb} the {adjective} {noun} before each {noun2}, because the {noun3} in {identifier} must stay {adjective2}.',
    'We decided that the {noun} {verb} a {adjective} {noun2}; {name} asked for it after the {noun3} failed in {identifier}.',
    'In this repository {identifier} {verb} the {noun} and never the {noun2}, so keep the {adjective} {noun3} of {name}.',
    'The person prefers a {adjective} {noun} to a {noun2} when {name} {verb} the {noun3} ({identifier}).',
  ],
  titles: ['{noun} and {noun2} of {name}', '{adjective} {noun}', '{identifier}'],
  noise: [
    ['do you remember what we said about the', 'and the', 'please?'],
    ['what was it again with', 'when we talked about', 'some time ago?'],
    ['hey, can you tell me how', 'is done for', 'in our project?'],
  ],
  endings: ['s', 'ing', 'ed', 'er'],
};
const french: typeof english = {
  nouns: list(`
    facture paiement clientèle livraison déploiement serveur sauvegarde mémoire requête réponse réseau clé écran fenêtre
    thème couleur réglage préférence décision réunion échéance budget dépense salaire congé trajet médecin ordonnance cuisine
    recette allergie élève école université référence étiquette développeur équipe métier société contrat fournisseur entrepôt
    commande remise panier catalogue modèle métrique dépendance dépôt révision étape fusion conflit journal modération
    traduction régression scénario synthèse mise évaluation matière névralgie mètre température capteur chaudière échelle
    fenêtrage caméra imprimante boîtier bâtiment marée phare côte île forêt rivière vélo train musée théâtre poème chapitre
    éditeur propriété événement sécurité identité qualité quantité densité priorité activité hébergement abonnement`),
  verbs: list(`
    utilise préfère évite conserve enregistre envoie vérifie construit signe chiffre compresse renomme sépare réunit déplace
    archive restaure valide rejette répète planifie retarde limite mesure compare trie filtre exporte importe publie relit
    approuve traduit remplace supprime complète génère préserve accélère sécurise`),
  adjectives: list(`
    hebdomadaire quotidien mensuel strict paresseux distant local partagé privé public interne externe temporaire permanent
    léger sûr silencieux facultatif nécessaire imbriqué parallèle régulier récent ancien précis général complété dédié`),
  sentences: [
    '{name} {verb} la {noun} {adjective} avant chaque {noun2}, car la {noun3} dans {identifier} doit rester {adjective2}.',
    'Nous avons décidé que la {noun} {verb} une {noun2} {adjective} ; {name} l’a demandé après la {noun3} de {identifier}.',
    'Dans ce dépôt {identifier} {verb} la {noun} et jamais la {noun2} : garder la {noun3} {adjective} de {name}.',
    'La personne préfère une {noun} {adjective} à une {noun2} quand {name} {verb} la {noun3} ({identifier}).',
  ],
  titles: ['{noun} et {noun2} de {name}', '{noun} {adjective}', '{identifier}'],
  noise: [
    ['est-ce que tu te souviens de ce qu’on a dit sur', 'et aussi', 's’il te plaît ?'],
    ['c’était quoi déjà pour', 'quand on parlait de', 'l’autre jour ?'],
    ['dis-moi comment on fait', 'avec', 'dans notre projet ?'],
  ],
  endings: ['s', 'es', 'r', 'nt'],
};

/** Memories in French and English whose words are as common as words are, and questions of nine kinds. The same for the same seed. */
export function memorySet(count: number, questions: number, seed = 17) {
  const { random } = wordSource(seed, 1);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  // The first words of a list are more common than the last.
  const common = (from: readonly string[]) => from[Math.floor(from.length * random() ** 1.6)] as string;
  const syllable = () => `${pick([...'bcdfgklmnprstvz'])}${pick([...'aeiouéô'])}${random() < 0.3 ? pick([...'lnrst']) : ''}`;
  const names = Array.from({ length: 3000 }, () => {
    const name = Array.from({ length: 2 + Math.floor(random() * 3) }, syllable).join('');
    return name.charAt(0).toUpperCase() + name.slice(1);
  });
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  const memories: Made[] = [];
  const words: { of: typeof english; fields: Record<string, string> }[] = [];
  for (let number = 1; number <= count; number += 1) {
    const of = number % 2 === 0 ? french : english;
    const stems = [common(english.verbs), common(english.nouns), common(english.nouns)];
    const fields: Record<string, string> = {
      name: pick(names),
      verb: common(of.verbs),
      noun: common(of.nouns),
      noun2: common(of.nouns),
      noun3: common(of.nouns),
      adjective: common(of.adjectives),
      adjective2: common(of.adjectives),
      identifier: random() < 0.5 ? stems.map((stem, at) => (at === 0 ? stem : capital(stem))).join('') : stems.join('_'),
    };
    const fill = (text: string) => text.replaceAll(/\{(\w+)\}/g, (_, field: string) => fields[field] ?? '');
    memories.push({ number, title: capital(fill(pick(of.titles))), content: capital(fill(pick(of.sentences))) });
    words.push({ of, fields });
  }

  const change = (word: string, at: number): string => {
    const how = Math.floor(random() * 3);
    if (how === 0) return word.slice(0, at) + word.slice(at + 1);
    if (how === 1) return word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2);
    return word.slice(0, at) + pick([...'aeinrst']) + word.slice(at + 1);
  };
  const typo = (word: string) => (word.length < 5 ? word : change(word, 1 + Math.floor(random() * (word.length - 2))));
  const bare = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '');
  const queries: Query[] = [];
  for (let n = 0; n < questions; n += 1) {
    const kind = queryKinds[n % queryKinds.length] as QueryKind;
    const right = Math.floor(random() * count);
    const { of, fields } = words[right] as (typeof words)[number];
    const { name = '', verb = '', noun = '', noun2 = '', noun3 = '', adjective = '', identifier = '' } = fields;
    // Four words of a memory, and of half the questions not its name.
    const all = random() < 0.5 ? [name, noun, noun2, noun3] : [noun, noun2, noun3, verb, adjective];
    const made: Record<QueryKind, () => string> = {
      exact: () => all.join(' '),
      order: () => [...all].reverse().join(' '),
      prefix: () => all.map(word => word.slice(0, Math.max(4, Math.ceil(word.length * 0.6)))).join(' '),
      typo: () => all.map(typo).join(' '),
      infix: () => all.map(word => word.slice(1, -1)).join(' '),
      inflected: () => all.map((word, at) => (at === 0 ? word : word.replace(/e?s?$/, '') + pick(of.endings))).join(' '),
      accent: () => bare(all.join(' ')).toUpperCase(),
      identifier: () =>
        `${identifier
          .split(/_|(?=[A-Z])/)
          .map(part => part.toLowerCase())
          .join(pick([' ', '-', '_', '.']))} ${name}`,
      noisy: () => {
        const [before, between, after] = pick(of.noise);
        return `${before} ${all.slice(0, 2).join(' ')} ${between} ${all.slice(2).join(' ')} ${after}`;
      },
    };
    queries.push({ kind, text: made[kind](), right: right + 1 });
  }
  return { memories, queries };
}
