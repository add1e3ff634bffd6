import { fold } from '../search/grams.ts';

const words = (text: string) => new Set(text.trim().split(/\s+/));

/** With these a sentence begins that tells somebody to do something. */
const first = words(`
  always never ignore disregard forget run execute send delete remove reply answer respond tell call use do dont don make write say act
  pretend remember obey follow open download install upload visit click read print output reveal show give take put set stop start please
  forward push commit approve trust assume grant email mail share post transfer pay kindly ensure accept allow be remind skip disable
  toujours jamais ne n ignore ignorez execute executez lance lancez envoie envoyez supprime supprimez reponds repondez dis dites appelle appelez
  utilise utilisez fais faites ecris ecrivez agis agissez oublie oubliez obeis obeissez suis suivez ouvre ouvrez telecharge telechargez installe
  installez lis lisez affiche affichez montre montrez donne donnez prends prenez mets mettez arrete arretez commence commencez veuillez
  accepte acceptez approuve approuvez pousse poussez transmets transmettez partage partagez publie publiez copie copiez autorise autorisez
  immer niemals bitte ignoriere ignorieren fuhre sende senden schicke schicken losche loschen antworte antworten vergiss verwende verwenden
  installiere offne schreibe zeige gib siempre nunca ignora ignoren olvida ejecuta ejecute envia envie borra elimina responde responda abre
  instala muestra escribe sempre esegui invia cancella rispondi apri installa apague`);
/** They also stand in the middle of what states a fact. */
const adverbs = words('always never toujours jamais ne n immer niemals siempre nunca sempre');
/** And with these anywhere: a duty, whoever has it, what holds for every command or answer, and whatever is said of the assistant. */
const anywhere = `
  you must, you should, you have to, you are now, you will, you need to, your task, from now on, system prompt, previous instructions,
  the assistant, this assistant, assistant must, assistant should, assistant has to, assistant will, assistant shall, assistant needs to,
  atelier must, atelier should, atelier shall, atelier has to, model must, model should, model is to, model has to, the ai, language model,
  is expected to, are expected to, is required, are required, is obliged to, is supposed to, are supposed to, it is necessary, is mandatory,
  every command, each command, all commands, any command, every answer, each answer, way to answer, when answering, every conversation,
  each conversation, without asking, without a question, without confirmation,
  tu dois, vous devez, tu devras, vous devrez, desormais, a partir de maintenant, instructions precedentes, l assistant, cet assistant,
  assistant doit, assistant devra, atelier doit, atelier devra, modele doit, il faut, merci de, merci d, l ia, est tenu, est tenue, sont tenus,
  est cense, est censee, est oblige, obligatoire, chaque commande, toute commande, toutes les commandes, chaque reponse,
  chaque conversation, sans demander, sans question, sans confirmation,
  du musst, du sollst, der assistent, die ki, ab jetzt, jeder befehl, alle befehle, ohne zu fragen, vorherigen anweisungen,
  debes, tienes que, hay que, el asistente, todos los comandos, cada comando, sin preguntar, instrucciones anteriores, l assistente, o assistente`
  .split(',')
  .map(phrase => phrase.trim());

/** Whether a text tells the assistant to do something. Rather once too often: what is found is kept as a quotation. */
export function isOrder(text: string): boolean {
  // An invisible character, or another form of the same letter, makes no other word of it. A letter of another alphabet does.
  const flat = fold(text.normalize('NFKC').replaceAll(/\p{Cf}/gu, '')).replaceAll('’', "'");
  const spaced = ` ${flat.replaceAll(/[^\p{L}\p{N}]+/gu, ' ')} `;
  if (anywhere.some(phrase => spaced.includes(` ${phrase} `))) return true;
  return flat.split(/[.!?:;\n]/).some(sentence =>
    sentence.split(',').some((clause, at) => {
      const [begin = ''] = clause.match(/[\p{L}]+/u) ?? [];
      return first.has(begin) && (at === 0 || !adverbs.has(begin));
    }),
  );
}

/** Who said what is quoted: the person, a document that they imported, or a model in words that the person agreed to. */
type By = 'said' | 'imported' | 'agreed';

const begins: Readonly<Record<By, Readonly<Record<'en' | 'fr', string>>>> = {
  said: { en: 'The person said: ', fr: 'La personne a dit : ' },
  imported: { en: 'An imported note says: ', fr: 'Une note importée dit : ' },
  agreed: { en: 'The person agreed to: ', fr: 'La personne a accepté : ' },
};

/** Words as a fact about them and not as an order. A quotation mark in them ends nothing. */
export function quoted(quote: string, locale: 'en' | 'fr', by: By = 'said'): string {
  const inner = quote.replaceAll(/[“”«»]/g, '"');
  return begins[by][locale] + (locale === 'fr' ? `« ${inner} »` : `“${inner}”`);
}

const isQuoted = (text: string): boolean =>
  Object.values(begins).some(({ en, fr }) => text.startsWith(en) || text.startsWith(fr)) && /: (?:“[^“”«»]*”|« [^“”«»]* »)$/.test(text);

type Words = { readonly title?: string | undefined; readonly content: string };

/** Whether a memory of these words would order something, and is no quotation yet. */
export function orders({ title = '', content }: Words): boolean {
  return !isQuoted(content) && (isOrder(content) || isOrder(title));
}

/** The same memory as a quotation, as capture keeps it; its title only names the topic. */
export function asQuotation<T extends Words>(draft: T, locale: 'en' | 'fr', by: By): T {
  return { ...draft, title: draft.content.slice(0, 60), content: quoted(draft.content, locale, by).slice(0, 4000) };
}
