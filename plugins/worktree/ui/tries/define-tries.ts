import { TriesComparison } from './tries-comparison.ts';
import { TriesForm } from './tries-form.ts';
import { TriesPage } from './tries-page.ts';

const elements = { 'tries-page': TriesPage, 'tries-form': TriesForm, 'tries-comparison': TriesComparison };

for (const [tag, element] of Object.entries(elements)) if (customElements.get(tag) === undefined) customElements.define(tag, element);
