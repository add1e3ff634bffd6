import type { Model, Provider } from '@atelier/providers/contract';
import type { Step } from '../../contract/index.ts';
import type { OnboardingTexts } from '../texts.ts';
import type { Consent } from './telemetry.ts';

/** The state from which the steps are computed. */
export interface Facts {
  readonly locale: 'fr' | 'en';
  readonly appearance: 'system' | 'light' | 'dark';
  readonly providers: readonly Provider[];
  readonly models: readonly Model[];
  /** The model that answered the test request since the page was opened. */
  readonly answered: string | undefined;
  /** The person went on with the demo. */
  readonly triesDemo: boolean;
  /** Undefined if error reports are not available. */
  readonly consent: Consent | undefined;
}

/** The steps in order. */
export function stepsFor({ consent }: Pick<Facts, 'consent'>): readonly Step[] {
  return ['look', 'provider', 'models', 'check', ...(consent === undefined ? [] : (['telemetry'] as const)), 'done'];
}

/** The providers that can be used, without the demo and without those that have shown that they do not work. */
export function connected({ providers }: Pick<Facts, 'providers'>): readonly Provider[] {
  return providers.filter(
    ({ kind, access, status }) =>
      kind !== 'demo' && access !== 'none' && access !== 'expired' && (status === undefined || status.is === 'ready'),
  );
}

/** The providers that the person has set up, whether they work or not. */
function setUp({ providers }: Pick<Facts, 'providers'>): readonly Provider[] {
  return providers.filter(({ kind, access }) => kind !== 'demo' && access !== 'none');
}

/** What a step that lies behind came to. */
export function outcomeOf(step: Step, facts: Facts): 'done' | 'failed' | 'skipped' {
  if (isReached(step, facts)) return 'done';
  if (step === 'provider' && setUp(facts).length > 0) return 'failed';
  return facts.triesDemo && (step === 'provider' || step === 'models') ? 'done' : 'skipped';
}

/** Whether the goal of a step is reached, on this page or before. */
export function isReached(step: Step, facts: Facts): boolean {
  if (step === 'provider') return connected(facts).length > 0;
  if (step === 'models') return facts.models.some(({ starred }) => starred);
  if (step === 'check') return facts.answered !== undefined;
  if (step === 'telemetry') return facts.consent === 'yes' || facts.consent === 'no';
  return true;
}

/** The line under a step's name: what was chosen, or a description. */
export function smallText(text: OnboardingTexts, step: Step, facts: Facts, isBehind: boolean): string {
  if (step === 'look')
    return text.of('small.look', {
      language: text.of(facts.locale === 'fr' ? 'french' : 'english'),
      look: text.of(`look.${facts.appearance}`).toLowerCase(),
    });
  if (!isReached(step, facts)) {
    const outcome = isBehind ? outcomeOf(step, facts) : undefined;
    if (outcome === 'failed') return text.of('small.failing', { names: namesOf(setUp(facts)) });
    return text.of(outcome === 'done' ? 'demo' : outcome === 'skipped' ? 'small.skipped' : `small.${step}`);
  }
  if (step === 'provider') return namesOf(connected(facts));
  if (step === 'models') return text.count('small.starred', facts.models.filter(({ starred }) => starred).length);
  if (step === 'check') return text.of('small.answered', { model: facts.answered ?? '' });
  if (step === 'telemetry') return text.of(facts.consent === 'yes' ? 'small.yes' : 'small.no');
  return text.of('small.done');
}

function namesOf(providers: readonly Provider[]): string {
  return providers.map(({ name }) => name).join(', ');
}
