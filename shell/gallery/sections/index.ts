import type { Section } from '../section.ts';
import { buttons } from './buttons.ts';
import { changes } from './changes.ts';
import { floats } from './floats.ts';
import { forms } from './forms.ts';
import { lists } from './lists.ts';
import { marks } from './marks.ts';
import { surfaces } from './surfaces.ts';

/** Every element, in the order of the page. */
export const sections: readonly Section[] = [...buttons, ...marks, ...forms, ...floats, ...lists, ...surfaces, ...changes];
