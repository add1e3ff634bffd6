import type { Locale } from '@atelier/kernel';
import type { Draft, EventName, Need } from '../contract/index.ts';
import { extensionTests } from './events/conditions.ts';
import type { Offers } from './offers.ts';
import { isTimed } from './time/occurrences.ts';
import { fieldNames as frenchFields } from './words/speech.ts';

const ofConversation = ['conversation', 'title', 'project', 'folder'] as const;
/** What each event of Atelier tells. */
const fieldsOf: Readonly<Record<EventName, readonly string[]>> = {
  conversationCreated: ofConversation,
  messageReceived: [...ofConversation, 'text'],
  turnEnded: [...ofConversation, 'text', 'ended'],
  fileChanged: [...ofConversation, 'path'],
  projectCreated: ['project', 'folder'],
};

/** What comes of the event that sets off a rule: who else is handed it, and which conditions are about something that it does not tell. */
export function eventNeeds(draft: Draft, offers: Offers, locale: Locale): Need[] {
  return [...handed(draft, locale), ...untold(draft, offers, locale)];
}

/** An action and a condition of an extension are given all that the event tells, whatever the extension may read itself. */
function handed(draft: Draft, locale: Locale): Need[] {
  const { trigger, action } = draft;
  if (isTimed(trigger)) return [];
  const say = texts[locale];
  const tells = trigger.kind === 'event' ? say.tells[trigger.event] : trigger.kind === 'webhook' ? say.call : say.told(trigger.from);
  const all = new Set([...(action.kind === 'extension' ? [action.from] : []), ...extensionTests(draft).map(({ from }) => from)]);
  // It has told of it itself.
  if (trigger.kind === 'extension') all.delete(trigger.from);
  return [...all].map(to => ({ what: 'event', has: true, text: say.hands(to, tells) }));
}

function untold(draft: Draft, offers: Offers, locale: Locale): Need[] {
  const known = toldBy(draft, offers);
  if (known === undefined) return [];
  const say = texts[locale];
  const said = (draft.conditions ?? []).flat().flatMap(test => {
    if (!('field' in test) || known.includes(test.field)) return [];
    const field = `\u2068${locale === 'fr' ? (frenchFields[test.field] ?? test.field) : test.field}\u2069`;
    return [test.not === true ? say.untoldNot(field) : say.untold(field)];
  });
  return [...new Set(said)].map(text => ({ what: 'event', has: false, text }));
}

/** The fields of what sets off a rule; undefined where its extension does not say them. */
function toldBy({ trigger }: Draft, { triggers }: Offers): readonly string[] | undefined {
  if (isTimed(trigger)) return [];
  if (trigger.kind === 'event') return fieldsOf[trigger.event];
  if (trigger.kind === 'webhook') return ['text'];
  return triggers.items.find(({ from, value }) => from === trigger.from && value.id === trigger.id)?.value.fields;
}

const texts = {
  en: {
    hands: (to: string, what: string) => `Gives ${to} ${what}.`,
    tells: {
      conversationCreated: 'the title of each new conversation',
      messageReceived: 'each message that you send, with the title of its conversation',
      turnEnded: 'the last answer of each conversation that ends, with its title',
      fileChanged: 'the path of each file that the agent changes, with the title of its conversation',
      projectCreated: 'the folder of each new project',
    },
    call: 'the text of each call',
    told: (from: string) => `what ${from} tells`,
    untold: (field: string) => `Tests “${field}”, which the event does not tell: this condition never holds.`,
    untoldNot: (field: string) =>
      `Tests “not ${field}”, which the event does not tell: this condition always holds, and keeps nothing back.`,
  },
  fr: {
    hands: (to: string, what: string) => `Donne à ${to} ${what}.`,
    tells: {
      conversationCreated: 'le titre de chaque nouvelle conversation',
      messageReceived: 'chaque message que vous envoyez, avec le titre de sa conversation',
      turnEnded: 'la dernière réponse de chaque conversation qui se termine, avec son titre',
      fileChanged: 'le chemin de chaque fichier que l’agent modifie, avec le titre de sa conversation',
      projectCreated: 'le dossier de chaque nouveau projet',
    },
    call: 'le texte de chaque appel',
    told: (from: string) => `ce que transmet ${from}`,
    untold: (field: string) => `Teste « ${field} », que l’événement ne fournit pas : cette condition n’est jamais remplie.`,
    untoldNot: (field: string) =>
      `Teste « pas ${field} », que l’événement ne fournit pas : cette condition est toujours remplie et n’écarte rien.`,
  },
} as const satisfies Record<Locale, object>;
