import { defineChannel } from '@atelier/kernel';
import type { OnboardingShape } from './generated.ts';

export type { Ended, Progress, Step } from './generated.ts';

/** How far the person has come with the first steps. */
export const OnboardingChannel = defineChannel<OnboardingShape>('onboarding');
