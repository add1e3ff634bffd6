import { defineChannel, definePoint } from '@atelier/kernel';
import type { RoleContribution, SpecialistsShape } from './generated.ts';

export type { Envelope, FoundRoles, Limit, Line, Problem, RoleContribution, Specialist, State, Task, Team } from './generated.ts';

/** The specialists of conversations, for Atelier's own pages. */
export const SpecialistsChannel = defineChannel<SpecialistsShape>('specialists');

/** Parts that specialists take. */
export const Roles = definePoint<RoleContribution>('@atelier/specialists:roles@1');
