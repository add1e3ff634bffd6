import { SkillsBrowser } from './skills-browser.ts';
import { SkillsDetails } from './skills-details.ts';

const elements = { 'skills-browser': SkillsBrowser, 'skills-details': SkillsDetails };

for (const [tag, element] of Object.entries(elements)) if (customElements.get(tag) === undefined) customElements.define(tag, element);
