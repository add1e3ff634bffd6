import { testKernel } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';

const folder = new URL('..', import.meta.url).pathname;

test('somebody is greeted in their language', async () => {
  await using kernel = await testKernel({ folders: [folder] });
  const greet = locale => kernel.run('hello-panel.greet', { name: 'Ada', locale });
  expect([await greet('fr'), await greet('en')]).toEqual(['Bonjour, Ada.', 'Hello, Ada.']);
});
