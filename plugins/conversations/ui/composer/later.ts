import { Texts } from '@atelier/kernel/ui';
import type { ReactiveControllerHost } from 'lit';
import { Attaching, type AttachingOptions } from './attaching/attaching.ts';
import { contextMeter } from './choosing/context-meter.ts';
import { ModelChoices } from './choosing/model-choices.ts';
import type { PickerOptions } from './choosing/model-picker.ts';
import { laterStyles } from './later-styles.ts';
import { type QueueOptions, QueueRows } from './sending/queue-rows.ts';
import { Sender, type SenderOptions } from './sending/sender.ts';
import { Commands, type CommandsOptions } from './suggesting/commands.ts';
import { Suggestions, type SuggestionsOptions } from './suggesting/suggestions.ts';
import { texts } from './texts.ts';

type Host = ReactiveControllerHost & HTMLElement;
type AllOptions = AttachingOptions & QueueOptions & PickerOptions & SuggestionsOptions & SenderOptions & CommandsOptions;

/** What the composer opens, takes in, sends, measures or keeps waiting, and so has none of in its first frame. */
export type LaterParts = ReturnType<typeof laterParts>;

export function laterParts(host: Host, given: Omit<AllOptions, 'text' | 'attaching' | 'commands'> & PickerOptions) {
  host.shadowRoot?.adoptedStyleSheets.push(laterStyles.styleSheet!);
  const options = { ...given, text: new Texts(host, given.view, texts) };
  const attaching = new Attaching(host, options);
  const commands = new Commands(host, options);
  return {
    attaching,
    meter: () => contextMeter(options),
    queue: new QueueRows(host, options),
    choices: new ModelChoices(host, options),
    sender: new Sender({ ...options, attaching, commands }),
    suggestions: new Suggestions(host, { ...options, commands: () => commands.all }),
  };
}
