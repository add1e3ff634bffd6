import { defineToken } from '@atelier/kernel';
import { extension, testKernel } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import { convert } from '../convert.js';

const folder = new URL('..', import.meta.url).pathname;
const Agent = defineToken('@atelier/agent:Agent@1', { ask: 'everybody' });

/** A fake of the bundled agent that answers every sheet the same way. */
const agentThat = ask => ({ ...extension('@atelier/agent', ctx => ctx.provide(Agent, { ask })), version: '0.1.0' });

const ask = args => ({ args, conversation: 'c1', cwd: '/' });

test('units of one kind are converted exactly, and others not at all', () => {
  expect([
    convert({ value: 1, from: 'mi', to: 'km' }, 'us'),
    convert({ value: 100, from: 'C', to: 'f' }, 'us'),
    convert({ value: 1, from: 'gallon', to: 'l' }, 'us'),
    convert({ value: 1, from: 'gallon', to: 'l' }, 'imperial'),
    convert({ value: 1, from: 'kg', to: 'm' }, 'us'),
    convert({ value: 1, from: 'constructor', to: 'm' }, 'us'),
  ]).toEqual([1.609344, 212, 3.785411784, 4.54609, undefined, undefined]);
});

test('the sheet is shown once, and what was chosen is kept', async () => {
  const asked = [];
  const agent = agentThat(async (conversation, question) => {
    asked.push([conversation, question.kind]);
    return { choice: question.options[1] };
  });
  await using kernel = await testKernel({ folders: [folder], extensions: [agent] });
  const answers = [
    await kernel.run('unit-converter.convert', ask({ value: 2, from: 'pint', to: 'ml' })),
    await kernel.run('unit-converter.convert', ask({ value: 1, from: 'gallon', to: 'pint' })),
    await kernel.run('unit-converter.convert', ask({ value: 1, from: 'ft', to: 'in' })),
  ];
  expect({ asked, answers: answers.map(each => each.text) }).toEqual({
    asked: [['c1', 'requirements']],
    answers: ['2 pint = 1136.5225 ml (imperial)', '1 gallon = 8 pint (imperial)', '1 ft = 12 in'],
  });
});

test('where nobody answers the sheet, the model is told to ask', async () => {
  await using kernel = await testKernel({ folders: [folder], extensions: [agentThat(async () => undefined)] });
  const { text } = await kernel.run('unit-converter.convert', ask({ value: 1, from: 'cup', to: 'ml' }));
  expect(text).toMatch(/Ask them/);
});
