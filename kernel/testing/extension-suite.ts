import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { KernelChannel } from '@atelier/kernel';
import { walkProfile } from '@atelier/schemas/profile/paths.mjs';
import { describe, expect, test } from 'vitest';
import { type PluginFolder, testKernel } from './test-kernel.ts';

/** Tests that every plugin must pass, without test code of its own. */
export function extensionSuite(plugin: PluginFolder): void {
  const { id } = plugin;
  describe(id, () => {
    test('its manifest and every static contribution are valid', async () => {
      await using kernel = await testKernel({ plugins: [id] });
      const listed = (await kernel.client(KernelChannel).call('listExtensions', {})).find(one => one.id === id);
      expect({ problem: listed?.problem, problems: listed?.problems }).toEqual({ problem: undefined, problems: [] });
    });

    for (const isolateAll of [false, true]) {
      test(`it wakes with only what it requires, stops without remaining effects, and wakes again${isolateAll ? ', in a process of its own' : ''}`, async () => {
        await using kernel = await testKernel({ plugins: [id], isolateAll });
        const states: unknown[] = [];
        const look = (): void => {
          states.push(kernel.statuses().find(one => one.id === id)?.state);
        };
        await kernel.wake(id);
        look();
        await kernel.disable(id);
        look();
        const left = kernel.effects(id);
        await kernel.enable(id);
        await kernel.wake(id);
        look();
        const { undescribed } = await walkProfile(kernel.host.paths.userData);
        expect(undescribed, 'each file of a profile needs a row in schemas/profile/layout.mjs').toEqual([]);
        expect({ states, left }).toEqual({ states: ['active', 'stopped', 'active'], left: [] });
      });
    }

    test('its texts are complete in both languages', () => {
      const manifest = readFileSync(join(plugin.path, 'package.json'), 'utf8');
      const used = [...manifest.matchAll(/"%([\w.-]+)%"/g)].map(match => match[1]!).sort();
      const keys = (locale: string): readonly string[] => {
        const file = join(plugin.path, 'text', `${locale}.json`);
        return existsSync(file) ? Object.keys(JSON.parse(readFileSync(file, 'utf8')) as object).sort() : [];
      };
      const [fr, en] = [keys('fr'), keys('en')];
      expect({
        onlyFrench: fr.filter(key => !en.includes(key)),
        onlyEnglish: en.filter(key => !fr.includes(key)),
        missing: used.filter(key => !en.includes(key)),
      }).toEqual({
        onlyFrench: [],
        onlyEnglish: [],
        missing: [],
      });
    });
  });
}
