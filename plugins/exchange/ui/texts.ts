import { Texts, type ViewHost } from '@atelier/kernel/ui';
import type { ReactiveControllerHost } from 'lit';
import en from '../text/page/en.json' with { type: 'json' };
import fr from '../text/page/fr.json' with { type: 'json' };

export type ExchangeTexts = Texts<typeof fr>;

/** The texts of both dialogs. */
export function textsFor(host: ReactiveControllerHost, view: () => ViewHost | undefined): ExchangeTexts {
  return new Texts(host, view, { en, fr });
}
