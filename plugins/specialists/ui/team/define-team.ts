import { SpecialistsOne } from './specialists-one.ts';
import { SpecialistsTeam } from './specialists-team.ts';

const elements = { 'specialists-team': SpecialistsTeam, 'specialists-one': SpecialistsOne };

for (const [tag, element] of Object.entries(elements)) if (customElements.get(tag) === undefined) customElements.define(tag, element);
