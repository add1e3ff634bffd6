import { openView } from '/__atelier/view.js';
import { texts } from './texts.js';

const { slices } = await openView();

function show() {
  const locale = slices.get('locale');
  const text = texts[locale];
  document.querySelector('#project').textContent = slices.get('project')?.name ?? text.noProject;
  document.querySelector('#locale').textContent = locale;
  document.querySelector('#theme').textContent = text[slices.get('theme')];
}

for (const name of ['project', 'locale', 'theme']) slices.watch(name, show);
show();
