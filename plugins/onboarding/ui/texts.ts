import { Texts, type ViewHost } from '@atelier/kernel/ui';
import type { ReactiveControllerHost } from 'lit';
import en from '../text/en.json' with { type: 'json' };
import fr from '../text/fr.json' with { type: 'json' };

export type OnboardingTexts = Texts<typeof en>;

export function textsFor(host: ReactiveControllerHost, view: () => ViewHost | undefined): OnboardingTexts {
  return new Texts(host, view, { en, fr });
}
