import { fences } from './readme.ts';

/** One recipe of the cookbook: its title, and the files that it shows. */
export interface Recipe {
  readonly title: string;
  readonly manifest: string | undefined;
  readonly channel: string | undefined;
  readonly main: string | undefined;
  readonly ui: string | undefined;
  readonly server: string | undefined;
}

/** The recipes that show code, in the order of the page. */
export function recipesOf(page: string): readonly Recipe[] {
  const [, recipes = ''] = page.split(/^## Recipes$/m);
  const [own = ''] = recipes.split(/^## /m);
  return own
    .split(/^### /m)
    .slice(1)
    .map(section => {
      const code = ['ts', 'js'].flatMap(language => fences(section, language));
      const find = (pattern: RegExp) => code.find(text => pattern.test(text));
      return {
        title: section.slice(0, section.indexOf('\n')),
        manifest: fences(section, 'json')[0],
        channel: fences(section, 'json channel')[0],
        main: find(/\bdefineExtension\(/),
        ui: find(/\bextends LitElement\b/),
        server: find(/process\.env\.PORT/),
      };
    })
    .filter(({ main, ui }) => main !== undefined || ui !== undefined);
}
