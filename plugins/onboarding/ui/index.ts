import { OnboardingGate } from './onboarding-gate.ts';
import { requests } from './requests.ts';

/** The elements of this plugin, by the names its manifest gives them. */
export const elements = { 'onboarding-gate': OnboardingGate };

/** The commands that run in the window. */
export const commands = {
  'onboarding.open': () => void requests.dispatchEvent(new Event('open')),
};
