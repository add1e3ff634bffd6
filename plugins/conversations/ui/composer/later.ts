import { Texts } from '@atelier/kernel/ui';
import { Attaching } from './attaching/attaching.ts';
import { PictureQuestion } from './attaching/picture-question.ts';
import { contextMeter } from './choosing/context-meter.ts';
import { CountedCost } from './choosing/counted-cost.ts';
import { ModelChoices } from './choosing/model-choices.ts';
import type { Composer } from './composer.ts';
import { laterStyles } from './later-styles.ts';
import { Recall } from './recall.ts';
import { QueueRows } from './sending/queue-rows.ts';
import { Sender } from './sending/sender.ts';
import { Commands } from './suggesting/commands.ts';
import { Suggestions } from './suggesting/suggestions.ts';
import { TakesFocus } from './takes-focus.ts';
import { TakesMentions } from './takes-mentions.ts';
import { texts } from './texts.ts';

/** The parts of the composer that its first frame does not need. */
export type LaterParts = ReturnType<typeof laterParts>;

export function laterParts(composer: Composer) {
  composer.shadowRoot?.adoptedStyleSheets.push(laterStyles.styleSheet!);
  new TakesFocus(composer);
  new TakesMentions(composer);
  const text = new Texts(composer, () => composer.view, texts);
  const pictures = new PictureQuestion(composer, text);
  const attaching = new Attaching(composer, text, pictures);
  const commands = new Commands(composer, text);
  const counted = new CountedCost(composer);
  const sender = new Sender(composer, text, attaching, commands, pictures);
  return {
    attaching,
    meter: () => contextMeter(composer, text, counted),
    queue: new QueueRows(composer, text),
    choices: new ModelChoices(composer, text),
    sender,
    recall: new Recall(composer),
    suggestions: new Suggestions(composer, text, commands, sender),
  };
}
