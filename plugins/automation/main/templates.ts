import type { Language, Template } from '../contract/index.ts';
import { understand } from './words/understand.ts';

const sentences: Readonly<Record<Language, readonly (readonly [string, string, string])[]>> = {
  en: [
    ['morning', 'Morning plan', 'Every weekday at 8:30, write a plan for my day in five lines. If missed, run once, at most 4 hours late.'],
    ['week', 'Review of the week', 'Every Friday at 17:00, ask me five questions to review my week, in a new conversation.'],
    [
      'left',
      'What is left to do',
      'When a conversation ends, say what was left undone. Tell me only if there is something to say. At most once every 30 minutes.',
    ],
    ['break', 'Take a break', 'Every 2 hours, remind me to stand up.'],
    ['readme', 'New project', 'When a project is added, list what a newcomer should know, in a new conversation.'],
  ],
  fr: [
    [
      'morning',
      'Plan du matin',
      'Du lundi au vendredi à 08:30, écris le plan de ma journée en cinq lignes. Si manquée, exécuter une fois, avec au plus 4 heures de retard.',
    ],
    [
      'week',
      'Bilan de la semaine',
      'Chaque vendredi à 17:00, pose-moi cinq questions pour le bilan de ma semaine, dans une nouvelle conversation.',
    ],
    [
      'left',
      'Ce qui reste à faire',
      'Quand une conversation se termine, dis ce qui n’a pas été fait. Préviens-moi seulement s’il y a quelque chose à dire. Au plus une fois toutes les 30 minutes.',
    ],
    ['break', 'Faire une pause', 'Toutes les 2 heures, rappelle-moi de me lever.'],
    ['readme', 'Nouveau projet', 'Quand un projet est ajouté, liste ce qu’un nouveau venu doit savoir, dans une nouvelle conversation.'],
  ],
};

/** Rules to begin with, each from its sentence. */
export function templates(language: Language, zone: string, now: number): Template[] {
  return sentences[language].flatMap(([id, title, sentence]) => {
    const { draft } = understand(sentence, { language, zone, now });
    return draft === undefined ? [] : [{ id, title, sentence, draft: { ...draft, title } }];
  });
}
