import { Texts } from '@atelier/kernel/ui';
import type { ReactiveControllerHost } from 'lit';
import { Attaching, type AttachingOptions } from './attaching/attaching.ts';
import { ModelChoices } from './choosing/model-choices.ts';
import type { PickerOptions } from './choosing/model-picker.ts';
import { laterStyles } from './later-styles.ts';
import { type QueueOptions, QueueRows } from './sending/queue-rows.ts';
import { Suggestions, type SuggestionsOptions } from './suggesting/suggestions.ts';
import { texts } from './texts.ts';

type Host = ReactiveControllerHost & HTMLElement;

/** What the composer opens, takes in or keeps waiting, and so has none of in its first frame. */
export type LaterParts = ReturnType<typeof laterParts>;

export function laterParts(host: Host, given: Omit<AttachingOptions & QueueOptions & SuggestionsOptions, 'text'> & PickerOptions) {
  const options = { ...given, text: new Texts(host, given.view, texts) };
  host.shadowRoot?.adoptedStyleSheets.push(laterStyles.styleSheet!);
  return {
    attaching: new Attaching(host, options),
    queue: new QueueRows(host, options),
    choices: new ModelChoices(host, options),
    suggestions: new Suggestions(host, options),
  };
}
