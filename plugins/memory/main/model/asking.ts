import type { AgentService } from '@atelier/agent/contract';
import type { Kind, MemoryRecord } from '../../contract/index.ts';
import { seen } from '../store/making.ts';

/** How long a question to the person waits. */
const answerMs = 600_000;
/** More are counted. */
const mostEnded = 20;

type Locale = 'en' | 'fr';
type Act = 'remember' | 'correct' | 'forget';

/** What the person is asked about: a yes covers what they were shown, so this is all that would be stored. */
export interface Asked {
  readonly act: Act;
  readonly conversation: string;
  /** The names of what came from outside; empty if nothing did. */
  readonly outside: string;
  readonly memory: {
    readonly title: string;
    readonly content: string;
    readonly kind: Kind;
    readonly topic?: string;
    readonly project?: string | undefined;
    readonly until?: number | undefined;
  };
  /** What would end, or be forgotten, with it. */
  readonly ends: readonly MemoryRecord[];
}

/** Asks the person, in one question, for a change of memories that a model wants. */
export async function isAgreed(
  agent: Pick<AgentService, 'ask'>,
  { act, conversation, outside, memory, ends }: Asked,
  locale: Locale,
): Promise<boolean> {
  const words = texts[locale];
  const { title, content, kind, topic, project, until } = memory;
  const facts = [
    words.kinds[kind],
    project === undefined ? words.everywhere : words.inProject,
    ...(topic === undefined || topic === title ? [] : [`${words.topic} ${seen(topic, 'name')}`]),
    ...(until === undefined ? [] : [`${words.until} ${new Date(until).toLocaleDateString('sv')}`]),
  ];
  const more = ends.length - mostEnded;
  const ended = ends.slice(0, mostEnded).map(one => `– ${one.content}${one.source.origin === 'manual' ? ` (${words.byYou})` : ''}`);
  const text = [
    ...(outside === '' ? [] : [words.outside.replace('{names}', () => outside)]),
    words.would[act],
    ...(act === 'forget' ? [] : ['', ...(title === content ? [] : [seen(title, 'name')]), seen(content), facts.join(' · ')]),
    ...(ended.length === 0
      ? []
      : ['', ...(act === 'forget' ? [] : [words.ends]), ...ended, ...(more > 0 ? [words.more.replace('{count}', String(more))] : [])]),
  ];
  const question = { kind: 'confirm', title: words.title[act], text: text.join('\n') } as const;
  return (await agent.ask(conversation, question, answerMs)) !== undefined;
}

const texts = {
  en: {
    title: { remember: 'Remember this?', correct: 'Correct this memory?', forget: 'Forget this?' },
    outside: 'This conversation holds text that you did not write: {names}.',
    would: { remember: 'Atelier would remember:', correct: 'Atelier would correct:', forget: 'Atelier would forget:' },
    ends: 'It would take the place of:',
    byYou: 'written by you',
    more: '… and {count} more',
    everywhere: 'everywhere',
    inProject: 'in this project',
    topic: 'topic:',
    until: 'until',
    kinds: {
      ...{ decision: 'Decision', preference: 'Preference', fact: 'Fact', profile: 'About you' },
      ...{ repo_convention: 'Convention of a repository', task_state: 'State of a task', summary: 'Summary' },
    },
  },
  fr: {
    title: { remember: 'Retenir ceci ?', correct: 'Corriger ce souvenir ?', forget: 'Oublier ceci ?' },
    outside: 'Cette conversation contient du texte qui n’est pas de vous : {names}.',
    would: { remember: 'Atelier retiendrait :', correct: 'Atelier corrigerait :', forget: 'Atelier oublierait :' },
    ends: 'Cela prendrait la place de :',
    byYou: 'écrit par vous',
    more: '… et {count} de plus',
    everywhere: 'partout',
    inProject: 'dans ce projet',
    topic: 'sujet :',
    until: 'jusqu’au',
    kinds: {
      ...{ decision: 'Décision', preference: 'Préférence', fact: 'Fait', profile: 'À votre sujet' },
      ...{ repo_convention: 'Convention d’un dépôt', task_state: 'État d’une tâche', summary: 'Résumé' },
    },
  },
} as const;
