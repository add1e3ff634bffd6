import type { Scenario } from '../scenario.ts';
import { failing } from './failing.ts';
import { look } from './look.ts';
import { notes } from './notes.ts';
import { asksForOneWord, greeting, long, markdown, oneWord, outage, thanks, thinking } from './talk.ts';
import { tour } from './tour.ts';

/** The words that select each scenario; the first match is used. `README.md` lists them. */
const named: readonly (readonly [RegExp, Scenario])[] = [
  [asksForOneWord, oneWord],
  [word('tour', 'visite', 'visiter'), tour],
  [word('panne', 'outage'), outage],
  [word('échec', 'echec', 'échoue', 'échouer', 'fail', 'fails', 'failing', 'failure'), failing],
  [word('mise en forme', 'markdown', 'tableau', 'formatting', 'formatted', 'table'), markdown],
  [word('réfléchis', 'réfléchir', 'reflechis', 'réflexion', 'pense', 'think', 'thinking', 'énigme', 'puzzle'), thinking],
  [word('long', 'longue', 'histoire', 'story'), long],
  [word('modifie', 'modifier', 'modification', 'écris', 'ecris', 'crée', 'edit', 'write', 'create', 'change'), notes],
  [word('lis', 'lire', 'lecture', 'read', 'fichier', 'file', 'ouvre', 'open'), look],
  [word('bonjour', 'bonsoir', 'salut', 'coucou', 'aide', 'hello', 'hi', 'hey', 'help', 'what can you do', 'que sais-tu faire'), greeting],
  [word('merci', 'thanks', 'thank'), thanks],
];

/** Undefined if no word of the message selects a scenario. */
export function scenarioNamed(text: string): Scenario | undefined {
  const head = text.slice(0, 2_000);
  return named.find(([words]) => words.test(head))?.[1];
}

function word(...words: readonly string[]): RegExp {
  return new RegExp(`(?<![\\p{L}\\d_/.-])(?:${words.join('|')})(?![\\p{L}\\d_/-]|\\.\\p{L})`, 'iu');
}
