import { HarnessForm } from './harness-form.ts';
import { HarnessOptimizer } from './harness-optimizer.ts';
import { HarnessPage } from './harness-page.ts';
import { HarnessTrial } from './harness-trial.ts';
import { HarnessWhy } from './harness-why.ts';

const elements = {
  'harness-page': HarnessPage,
  'harness-form': HarnessForm,
  'harness-optimizer': HarnessOptimizer,
  'harness-trial': HarnessTrial,
  'harness-why': HarnessWhy,
};

for (const [tag, element] of Object.entries(elements)) if (customElements.get(tag) === undefined) customElements.define(tag, element);
