import { testKernel } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';

test('the demo offers itself once the app is up, and its address answers until it is stopped', async () => {
  await using kernel = await testKernel({ plugins: ['@atelier/demo'] });
  const offered = kernel.contributions('@atelier/providers:builtIn@1');
  const { baseUrl, ...value } = offered.map(one => one.value as { baseUrl: string })[0] ?? { baseUrl: 'none' };
  const listed = await fetch(`${baseUrl}/models`).then(response => response.json());
  await kernel.disable('@atelier/demo');
  const after = await fetch(`${baseUrl}/models`).catch(() => 'nobody');

  expect({
    from: offered.map(({ from }) => from),
    value,
    listed,
    after,
    left: kernel.contributions('@atelier/providers:builtIn@1'),
  }).toEqual({
    from: ['@atelier/demo'],
    value: {
      id: 'demo',
      name: 'Demo (no AI)',
      names: { fr: 'Démo (sans IA)', en: 'Demo (no AI)' },
      api: 'openai-completions',
      demo: true,
      models: [
        { id: 'demo', name: 'Demo', names: { fr: 'Démo', en: 'Demo' }, contextWindow: 64_000, maxTokens: 16_000, images: true },
        {
          id: 'demo-thinking',
          name: 'Demo, thinking',
          names: { fr: 'Démo, avec réflexion', en: 'Demo, thinking' },
          contextWindow: 64_000,
          maxTokens: 16_000,
          images: true,
          reasoning: true,
        },
      ],
    },
    listed: { object: 'list', data: ['demo', 'demo-thinking'].map(id => ({ id, object: 'model', created: 0, owned_by: 'atelier' })) },
    after: 'nobody',
    left: [],
  });
});
