import type { Locator, Page } from 'playwright-core';
import { thread } from './thread.ts';

/** The page of the settings. */
export function settingsPage(page: Page): Locator {
  return page.locator('settings-page');
}

/** The list of their sections, in the sidebar's place. */
export function sectionList(page: Page): Locator {
  return page.locator('settings-nav');
}

/** Shows a section by its entry. */
export async function showSection(page: Page, title: string): Promise<void> {
  await sectionList(page).getByRole('button', { name: title, exact: true }).click();
  await settingsPage(page).getByRole('heading', { name: title, exact: true }).waitFor();
}

/** One setting, by its key. */
export function setting(page: Page, key: string): Locator {
  return settingsPage(page).locator(`settings-field[data-key="${key}"]`);
}

/** What every setting of the section on screen shows, by key. */
export function shownValues(page: Page): Promise<Readonly<Record<string, unknown>>> {
  return settingsPage(page)
    .locator('settings-field')
    .evaluateAll(fields =>
      Object.fromEntries(
        fields.map(field => {
          const control = field.shadowRoot?.querySelector('.control > *') as (Element & { checked?: boolean; value?: string }) | null;
          return [field.getAttribute('data-key'), control?.localName === 'ui-switch' ? control.checked : control?.value];
        }),
      ),
    );
}

/** Sets every setting of the section on screen to something else, as a person does. */
export async function changeAll(page: Page): Promise<void> {
  const fields = await settingsPage(page).locator('settings-field').all();
  for (const field of fields) {
    const [key, kind] = await field.evaluate(one => [
      one.getAttribute('data-key'),
      one.shadowRoot?.querySelector('.control > *')?.localName ?? '',
    ]);
    if (kind === 'ui-switch') await field.getByRole('switch').click();
    else if (kind === 'ui-textarea') await field.getByRole('textbox').fill(`Words for ${key}.`);
    else if (kind === 'ui-input')
      await field.locator('input').fill((await field.locator('input').getAttribute('type')) === 'number' ? '7' : 'changed');
    else if (kind === 'ui-select') await field.locator('select').selectOption({ index: 1 });
    else if (kind === 'ui-segmented') {
      const radios = field.getByRole('radio');
      const at = await radios.evaluateAll(all => all.findIndex(one => (one as HTMLInputElement).checked));
      await radios.nth(at === (await radios.count()) - 1 ? 0 : (await radios.count()) - 1).click();
    }
  }
}

/** Opens the approval rules from the conversation that is shown. */
export async function openRules(page: Page): Promise<void> {
  await thread(page).evaluate(element =>
    (element as unknown as { view: { run(command: string, args: object): Promise<unknown> } }).view.run('settings.open', {
      section: 'rules',
    }),
  );
  await settingsPage(page).locator('settings-rules').waitFor();
}
