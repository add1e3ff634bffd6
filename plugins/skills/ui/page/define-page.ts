import { SkillsBrowser } from './skills-browser.ts';
import { SkillsDetails } from './skills-details.ts';
import { SkillsSources } from './skills-sources.ts';

const elements = { 'skills-browser': SkillsBrowser, 'skills-details': SkillsDetails, 'skills-sources': SkillsSources };

for (const [tag, element] of Object.entries(elements)) if (customElements.get(tag) === undefined) customElements.define(tag, element);
