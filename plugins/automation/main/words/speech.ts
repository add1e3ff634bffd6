import type { Draft, EventName, Language, PartName, Trigger } from '../../contract/index.ts';
import { localOf } from './calendar.ts';

/** The parts of a sentence about a rule. */
export interface Spoken {
  readonly when: string;
  readonly ifs: string | undefined;
  readonly work: string;
  readonly clauses: readonly { readonly part: PartName; readonly text: string }[];
}

const minute = 60_000;
const words = {
  en: {
    weekdays: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
    months: 'January February March April May June July August September October November December'.split(' '),
    units: { minute: ['minute', 'minutes'], hour: ['hour', 'hours'], day: ['day', 'days'] },
    and: 'and',
  },
  fr: {
    weekdays: ['dimanche', 'lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi'],
    months: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(' '),
    units: { minute: ['minute', 'minutes'], hour: ['heure', 'heures'], day: ['jour', 'jours'] },
    and: 'et',
  },
} as const;

const events: Readonly<Record<Language, Readonly<Record<EventName, string>>>> = {
  en: {
    conversationCreated: 'when a conversation begins',
    messageReceived: 'when I send a message',
    projectCreated: 'when a project is added',
    turnEnded: 'when a conversation ends',
    fileChanged: 'when a file changes',
  },
  fr: {
    conversationCreated: 'quand une conversation commence',
    messageReceived: 'quand j’envoie un message',
    projectCreated: 'quand un projet est ajouté',
    turnEnded: 'quand une conversation se termine',
    fileChanged: 'quand un fichier change',
  },
};

/** `zone` is that of the machine: an interval has none of its own. */
export function speak(draft: Draft, language: Language, zone: string): Spoken {
  return {
    when: whenOf(draft.trigger, language, zone),
    ifs: ifOf(draft, language),
    work: workOf(draft.action, language),
    clauses: clausesOf(draft, language),
  };
}

function whenOf(trigger: Trigger, language: Language, zone: string): string {
  const isEnglish = language === 'en';
  if (trigger.kind === 'event') return events[language][trigger.event];
  if (trigger.kind === 'webhook') return isEnglish ? 'when the webhook is called' : 'quand le webhook est appelé';
  if (trigger.kind === 'extension')
    return isEnglish ? `when ${trigger.from} tells of ${trigger.id}` : `quand ${trigger.from} signale ${trigger.id}`;
  if (trigger.kind === 'every') {
    const span = spanOf(trigger.everyMs, language);
    const isDays = trigger.everyMs % (1440 * minute) === 0;
    const { hour, minute: at } = localOf(trigger.from, zone);
    const time = isDays ? ` ${timeOf(hour, at, language)}` : '';
    if (isEnglish) return `every ${span.count === 1 ? '' : `${span.count} `}${span.unit}${time}`;
    return `${span.isFeminine ? 'toutes' : 'tous'} les ${span.count === 1 ? '' : `${span.count} `}${span.many}${time}`;
  }
  if (trigger.kind === 'once') {
    const { year, month, day, hour, minute: at } = localOf(trigger.at, trigger.zone);
    const name = words[language].months[month - 1];
    return isEnglish
      ? `on ${day} ${name} ${year} ${timeOf(hour, at, language)}`
      : `le ${dayOf(day, 'fr')} ${name} ${year} ${timeOf(hour, at, language)}`;
  }
  return cronOf(trigger.cron, language) ?? trigger.cron;
}

/** A schedule in words; undefined for one of a rare form. */
function cronOf(cron: string, language: Language): string | undefined {
  const [minutes = '', hours = '', day = '', month = '', weekday = ''] = cron.split(' ');
  if (!/^\d{1,2}$/.test(minutes) || !/^\d{1,2}$/.test(hours)) return undefined;
  const time = timeOf(Number(hours), Number(minutes), language);
  const isEnglish = language === 'en';
  if (day === '*' && month === '*') {
    const days = weekdaysOf(weekday, language);
    return days && `${days} ${time}`;
  }
  if (!/^\d{1,2}$/.test(day) || weekday !== '*') return undefined;
  if (month === '*')
    return isEnglish ? `every month on the ${dayOf(Number(day), 'en')} ${time}` : `chaque mois le ${dayOf(Number(day), 'fr')} ${time}`;
  const name = /^\d{1,2}$/.test(month) ? words[language].months[Number(month) - 1] : undefined;
  if (name === undefined) return undefined;
  return isEnglish ? `every year on ${Number(day)} ${name} ${time}` : `chaque année le ${dayOf(Number(day), 'fr')} ${name} ${time}`;
}

function weekdaysOf(field: string, language: Language): string | undefined {
  if (field === '*') return language === 'en' ? 'every day' : 'chaque jour';
  if (field === '1-5') return language === 'en' ? 'every weekday' : 'du lundi au vendredi';
  if (!/^[0-7](?:,[0-7]){0,6}$/.test(field)) return undefined;
  const names = field.split(',').map(index => words[language].weekdays[Number(index) % 7] ?? '');
  return `${language === 'en' ? 'every' : 'chaque'} ${listOf(names, language)}`;
}

function listOf(names: readonly string[], language: Language): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} ${words[language].and} ${names.at(-1)}`;
}

function timeOf(hour: number, minutes: number, language: Language): string {
  const two = String(minutes).padStart(2, '0');
  return language === 'en' ? `at ${String(hour).padStart(2, '0')}:${two}` : `à ${hour} h ${two}`;
}

function dayOf(day: number, language: Language): string {
  if (language === 'fr') return day === 1 ? '1er' : String(day);
  const end = day % 100 >= 11 && day % 100 <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th');
  return `${day}${end}`;
}

function spanOf(ms: number, language: Language) {
  const minutes = Math.round(ms / minute);
  const name = minutes % 1440 === 0 ? 'day' : minutes % 60 === 0 ? 'hour' : 'minute';
  const count = minutes / (name === 'day' ? 1440 : name === 'hour' ? 60 : 1);
  const [one, many] = words[language].units[name];
  return { count, unit: count === 1 ? one : many, many, isFeminine: name !== 'day' };
}

function ifOf({ conditions = [] }: Draft, language: Language): string | undefined {
  if (conditions.length === 0) return undefined;
  const [or, and, not] = language === 'en' ? [' or if ', ' and ', 'not: '] : [' ou si ', ' et ', 'pas : '];
  const groups = conditions.map(group =>
    group
      .map(test => {
        if (!('field' in test)) return `${test.not === true ? not : ''}${test.from} ${test.id}`;
        const { field, how, value } = test;
        const said = language === 'en' ? `the ${field} ${how} "${value}"` : `le ${fieldNames[field] ?? field} ${hows[how]} « ${value} »`;
        return `${test.not === true ? not : ''}${said}`;
      })
      .join(and),
  );
  return `${language === 'en' ? 'if' : 'si'} ${groups.join(or)}`;
}

const hows = { equals: 'est', contains: 'contient', matches: 'a la forme' } as const;
const fieldNames: Readonly<Record<string, string>> = {
  text: 'texte',
  title: 'titre',
  project: 'projet',
  path: 'chemin',
  folder: 'dossier',
};

function workOf(action: Draft['action'], language: Language): string {
  const isEnglish = language === 'en';
  switch (action.kind) {
    case 'instruction':
      return action.instruction;
    case 'notify':
      return isEnglish ? `remind me: ${action.text}` : `rappelle-moi : ${action.text}`;
    case 'command':
      return isEnglish ? `run the command ${action.command}` : `exécuter la commande ${action.command}`;
    case 'emit':
      return isEnglish ? `tell other extensions ${action.event}` : `signaler ${action.event} aux autres extensions`;
    case 'extension':
      return isEnglish ? `let ${action.from} do ${action.id}` : `faire faire ${action.id} par ${action.from}`;
  }
}

function clausesOf({ action, deliver, missed, cooldownMs, limits = {} }: Draft, language: Language): Spoken['clauses'] {
  const isEnglish = language === 'en';
  const clauses: { part: PartName; text: string }[] = [];
  const say = (part: PartName, en: string, fr: string) => clauses.push({ part, text: isEnglish ? en : fr });
  const span = (ms: number) => {
    const { count, unit } = spanOf(ms, language);
    return `${count} ${unit}`;
  };
  if (action.kind === 'instruction' && action.where === 'visible') say('do', 'in a new conversation', 'dans une nouvelle conversation');
  if (deliver === 'something')
    say('then', 'tell me only if there is something to say', 'préviens-moi seulement s’il y a quelque chose à dire');
  if (deliver === 'failure') say('then', 'tell me only if it fails', 'préviens-moi seulement en cas d’échec');
  if (deliver === 'never') say('then', 'tell me nothing', 'ne me préviens pas');
  const { policy, lateMs } = missed;
  const [lateEn, lateFr] = lateMs === undefined ? ['', ''] : [`, at most ${span(lateMs)} late`, `, avec au plus ${span(lateMs)} de retard`];
  if (policy === 'skip') say('missed', 'if missed, skip it', 'si manqué, ignorer');
  if (policy === 'all') say('missed', `if missed, run all of them${lateEn}`, `si manqué, tout rattraper${lateFr}`);
  if (policy === 'latest' && lateMs !== undefined) say('missed', `if missed, run once${lateEn}`, `si manqué, exécuter une fois${lateFr}`);
  if (cooldownMs !== undefined) {
    const { count, unit, isFeminine, many } = spanOf(cooldownMs, language);
    const all = isFeminine ? 'toutes' : 'tous';
    say('limits', `at most once every ${count} ${unit}`, `au plus une fois ${all} les ${count === 1 ? '' : `${count} `}${many}`);
  }
  if (limits.minutes !== undefined)
    say('limits', `stop after ${span(limits.minutes * minute)}`, `arrête après ${span(limits.minutes * minute)}`);
  if (limits.tokens !== undefined) say('limits', `stop after ${limits.tokens} tokens`, `arrête après ${limits.tokens} jetons`);
  if (limits.money !== undefined) say('limits', `stop at $${limits.money}`, `arrête à ${String(limits.money).replace('.', ',')} $`);
  return clauses;
}
