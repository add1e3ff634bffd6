import { SkillsBrowser } from './skills-browser.ts';
import { SkillsDetails } from './skills-details.ts';
import { SkillsMake } from './skills-make.ts';
import { SkillsProject } from './skills-project.ts';
import { SkillsProjects } from './skills-projects.ts';
import { SkillsSources } from './skills-sources.ts';

const elements = {
  ...{ 'skills-browser': SkillsBrowser, 'skills-details': SkillsDetails, 'skills-sources': SkillsSources },
  ...{ 'skills-make': SkillsMake, 'skills-project': SkillsProject, 'skills-projects': SkillsProjects },
};

for (const [tag, element] of Object.entries(elements)) if (customElements.get(tag) === undefined) customElements.define(tag, element);
