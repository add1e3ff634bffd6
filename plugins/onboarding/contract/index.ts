import { defineChannel } from '@atelier/kernel';
import type { OnboardingShape } from './generated.ts';

export type { Ended, Progress, Step } from './generated.ts';

/** The person's progress in the first steps. */
export const OnboardingChannel = defineChannel<OnboardingShape>('onboarding');
