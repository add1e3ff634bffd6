import { SpecialistsOne } from './specialists-one.ts';
import { SpecialistsRoles } from './specialists-roles.ts';
import { SpecialistsTeam } from './specialists-team.ts';

const elements = { 'specialists-team': SpecialistsTeam, 'specialists-one': SpecialistsOne, 'specialists-roles': SpecialistsRoles };

for (const [tag, element] of Object.entries(elements)) if (customElements.get(tag) === undefined) customElements.define(tag, element);
