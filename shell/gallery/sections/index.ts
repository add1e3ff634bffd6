import type { Section } from '../section.ts';
import { buttons } from './buttons.ts';
import { floats } from './floats.ts';
import { forms } from './forms.ts';
import { marks } from './marks.ts';

/** Every element, in the order in which one meets them. */
export const sections: readonly Section[] = [...buttons, ...marks, ...forms, ...floats];
