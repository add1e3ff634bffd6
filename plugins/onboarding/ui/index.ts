import { OnboardingGate } from './onboarding-gate.ts';

export { commands } from './commands.ts';

/** The elements of this plugin, by the names its manifest gives them. */
export const elements = { 'onboarding-gate': OnboardingGate };
