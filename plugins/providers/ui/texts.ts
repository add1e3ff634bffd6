import { Texts, type ViewHost } from '@atelier/kernel/ui';
import type { ReactiveControllerHost } from 'lit';
import en from '../text/page/en.json' with { type: 'json' };
import fr from '../text/page/fr.json' with { type: 'json' };

export type ProvidersTexts = Texts<typeof en>;
export type TextKey = keyof typeof en & string;

export function textsFor(host: ReactiveControllerHost, view: () => ViewHost | undefined): ProvidersTexts {
  return new Texts(host, view, { en, fr });
}
