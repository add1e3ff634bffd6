import type { Draft, EventName, Language, PartName, Trigger } from '../../contract/index.ts';
import { localOf } from './calendar.ts';
import { scheduleWords } from './cron-words.ts';
import { givenOf } from './given.ts';
import { type Names, noNames } from './names.ts';

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
    units: { second: ['second', 'seconds'], minute: ['minute', 'minutes'], hour: ['hour', 'hours'], day: ['day', 'days'] },
    and: 'and',
  },
  fr: {
    weekdays: ['dimanche', 'lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi'],
    months: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(' '),
    units: { second: ['seconde', 'secondes'], minute: ['minute', 'minutes'], hour: ['heure', 'heures'], day: ['jour', 'jours'] },
    and: 'et',
  },
} as const;

const events: Readonly<Record<Language, Readonly<Record<EventName, string>>>> = {
  en: {
    conversationCreated: 'when a conversation begins',
    messageReceived: 'when I send a message',
    projectCreated: 'when a project is added',
    turnEnded: 'when a conversation ends',
    fileChanged: 'when the agent changes a file',
  },
  fr: {
    conversationCreated: 'quand une conversation commence',
    messageReceived: 'quand j’envoie un message',
    projectCreated: 'quand un projet est ajouté',
    turnEnded: 'quand une conversation se termine',
    fileChanged: 'quand l’agent modifie un fichier',
  },
};

/** `zone` is that of the machine: an interval has none of its own. */
export function speak(draft: Draft, language: Language, zone: string, names: Names = noNames): Spoken {
  return {
    when: whenOf(draft.trigger, language, zone, names),
    ifs: ifOf(draft, language),
    work: workOf(draft.action, language, names),
    clauses: [...namesOf(draft, language, names), ...clausesOf(draft, language)],
  };
}

function whenOf(trigger: Trigger, language: Language, zone: string, { projects }: Names): string {
  const isEnglish = language === 'en';
  if (trigger.kind === 'event') {
    const project = projects.find(({ id }) => id === trigger.project);
    const only = project && (isEnglish ? ` in the project ${quoted(project.name, 'en')}` : ` dans le projet ${quoted(project.name, 'fr')}`);
    return `${events[language][trigger.event]}${only ?? ''}`;
  }
  if (trigger.kind === 'webhook') return isEnglish ? 'when the webhook is called' : 'quand le webhook est appelé';
  if (trigger.kind === 'extension')
    return isEnglish ? `when ${trigger.from} tells of ${trigger.id}` : `quand ${trigger.from} signale ${trigger.id}`;
  if (trigger.kind === 'every') {
    const span = spanOf(trigger.everyMs, language);
    const isDays = trigger.everyMs % (1440 * minute) === 0;
    const { hour, minute: at } = localOf(trigger.from, zone);
    const time = isDays ? ` ${timeOf(hour, at, language)}` : '';
    if (trigger.everyMs === 14 * 1440 * minute) {
      const weekday = words[language].weekdays[localOf(trigger.from, zone).weekday];
      return isEnglish ? `every other ${weekday}${time}` : `un ${weekday} sur deux${time}`;
    }
    if (isEnglish) return `every ${span.count === 1 ? '' : `${span.count} `}${span.unit}${time}`;
    return `${span.isFeminine ? 'toutes' : 'tous'} les ${span.count === 1 ? '' : `${span.count} `}${span.many}${time}`;
  }
  if (trigger.kind === 'once') {
    const { year, month, day, hour, minute: at } = localOf(trigger.at, trigger.zone);
    const name = words[language].months[month - 1];
    const time = timeOf(hour, at, language, Math.floor((trigger.at % minute) / 1000));
    return isEnglish ? `on ${day} ${name} ${year} ${time}` : `le ${dayOf(day, 'fr')} ${name} ${year} ${time}`;
  }
  return cronOf(trigger.cron, language) ?? scheduleWords(trigger.cron, language);
}

/** A schedule in words; undefined for one of a rare form. */
function cronOf(cron: string, language: Language): string | undefined {
  if (cron === '* * * * *') return language === 'en' ? 'every minute' : 'chaque minute';
  const [minutes = '', hours = '', day = '', month = '', weekday = ''] = cron.split(' ');
  if (!/^\d{1,2}$/.test(minutes) || !/^\d{1,2}(?:,\d{1,2}){0,23}$/.test(hours)) return undefined;
  const times = hours.split(',').map(hour => timeOf(Number(hour), Number(minutes), language));
  const time = listOf(
    times.map((one, index) => (index === 0 ? one : one.replace(/^\S+ /, ''))),
    language,
  );
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

function timeOf(hour: number, minutes: number, language: Language, seconds = 0): string {
  const two = (part: number) => String(part).padStart(2, '0');
  // As the rest of the screen has them, in French too.
  return `${language === 'en' ? 'at' : 'à'} ${two(hour)}:${two(minutes)}${seconds === 0 ? '' : `:${two(seconds)}`}`;
}

const quoted = (name: string, language: Language): string => (language === 'en' ? `"${name}"` : `« ${name} »`);

function dayOf(day: number, language: Language): string {
  if (language === 'fr') return day === 1 ? '1er' : String(day);
  const end = day % 100 >= 11 && day % 100 <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th');
  return `${day}${end}`;
}

function spanOf(ms: number, language: Language) {
  const seconds = Math.round(ms / 1000);
  const name = seconds % 86_400 === 0 ? 'day' : seconds % 3600 === 0 ? 'hour' : seconds % 60 === 0 ? 'minute' : 'second';
  const count = seconds / { day: 86_400, hour: 3600, minute: 60, second: 1 }[name];
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
/** The fields of an event in French. */
export const fieldNames: Readonly<Record<string, string>> = {
  text: 'texte',
  title: 'titre',
  project: 'projet',
  path: 'chemin',
  folder: 'dossier',
};

function workOf(action: Draft['action'], language: Language, { actions = [] }: Names): string {
  const isEnglish = language === 'en';
  const { lines } = givenOf(action);
  const given = lines.length === 0 ? '' : `${isEnglish ? ' with ' : ' avec '}${lines.join(', ')}`;
  switch (action.kind) {
    case 'instruction':
      return action.instruction;
    case 'notify':
      return isEnglish ? `remind me: ${action.text}` : `rappelle-moi : ${action.text}`;
    case 'command':
      return `${isEnglish ? 'run the command' : 'exécuter la commande'} ${action.command}${given}`;
    case 'emit':
      return isEnglish ? `tell other extensions ${action.event}` : `signaler ${action.event} aux autres extensions`;
    case 'extension': {
      const title = actions.find(({ from, id }) => from === action.from && id === action.id)?.title ?? action.id;
      return isEnglish ? `let ${action.from} do "${title}"${given}` : `laisser ${action.from} faire « ${title} »${given}`;
    }
  }
}

/** What is named: the project, the model, and where the result goes. What is gone has no name. */
function namesOf({ action, to }: Draft, language: Language, { projects, models, places }: Names): Spoken['clauses'] {
  const isEnglish = language === 'en';
  const named = (found: { readonly name: string } | undefined, lead: string) =>
    found === undefined ? [] : [{ part: 'do' as const, text: `${lead} ${quoted(found.name, language)}` }];
  const work = action.kind === 'instruction' ? action : undefined;
  const project = work?.where === 'continued' ? undefined : projects.find(({ id }) => id === work?.project);
  const place = to?.kind === 'channel' ? places.find(({ channel, thread }) => channel === to.channel && thread === to.thread) : undefined;
  const sent = place && [quoted(place.name, language), quoted(place.title, language)];
  return [
    ...named(project, isEnglish ? 'in the project' : 'dans le projet'),
    ...named(
      models.find(({ id }) => id === work?.model),
      isEnglish ? 'with the model' : 'avec le modèle',
    ),
    ...(sent === undefined
      ? []
      : [
          {
            part: 'then' as const,
            text: (isEnglish ? ['send it to', 'through'] : ['envoie-le à', 'par']).map((lead, at) => `${lead} ${sent[at]}`).join(' '),
          },
        ]),
  ];
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
  if (policy === 'skip') say('missed', 'if missed, skip it', 'si manquée, ignorer');
  if (policy === 'all') say('missed', `if missed, run all of them${lateEn}`, `si manquée, tout rattraper${lateFr}`);
  if (policy === 'latest' && lateMs !== undefined) say('missed', `if missed, run once${lateEn}`, `si manquée, exécuter une fois${lateFr}`);
  if (cooldownMs !== undefined) {
    const { count, unit, isFeminine, many } = spanOf(cooldownMs, language);
    const all = isFeminine ? 'toutes' : 'tous';
    say('limits', `at most once every ${count} ${unit}`, `au plus une fois ${all} les ${count === 1 ? '' : `${count} `}${many}`);
  }
  if (limits.minutes !== undefined)
    say('limits', `stop after ${span(limits.minutes * minute)}`, `arrête après ${span(limits.minutes * minute)}`);
  if (limits.tokens !== undefined) say('limits', `stop after ${limits.tokens} tokens`, `arrête après ${limits.tokens} jetons`);
  if (limits.money !== undefined)
    // As `moneyText` of the views has them: in French a dollar is one of the United States.
    say('limits', `stop at $${amountOf(limits.money)}`, `arrête à ${amountOf(limits.money).replace('.', ',')} $US`);
  return clauses;
}

/** Dollars, and cents with both digits. */
function amountOf(money: number): string {
  const [, cents = ''] = String(money).split('.');
  return cents.length === 1 ? money.toFixed(2) : String(money);
}
