import { expect, test } from 'vitest';
import { openWithout } from './without.ts';

const conversation = 'c1';
const turn = { conversation };
const opened = () => {
  let time = 1000;
  const without = openWithout(() => time);
  const happened = (kind: string, at = time) => without.happened({ kind, conversation, at });
  return { without, happened, pass: (ms: number) => (time += ms) };
};

test('a wish for an answer without memories holds for each beginning of its turn, and for no turn after it', () => {
  const { without, happened } = opened();
  without.ask(conversation);
  const told = [without.begins(turn), without.begins(turn)];
  happened('turnStarted');
  const ons = [without.isOn(conversation)];
  happened('turnEnded');
  // What was cut goes on without a beginning.
  ons.push(without.isOn(conversation));
  told.push(without.begins(turn));
  ons.push(without.isOn(conversation));
  expect({ told, ons }).toEqual({ told: [true, true, false], ons: [true, true, false] });
});

test('the end of the answer before, told late, ends no wish; a start that failed does, and two minutes', () => {
  const { without, happened, pass } = opened();
  pass(10);
  without.ask(conversation);
  const told = [without.begins(turn)];
  happened('turnEnded', 1005);
  told.push(without.begins(turn));
  happened('failed');
  told.push(without.begins(turn));
  without.ask(conversation);
  pass(120_000);
  told.push(without.begins(turn));
  expect(told).toEqual([true, true, false, false]);
});

test('a window takes back its own wish, not the one of another window', () => {
  const { without } = opened();
  without.ask(conversation);
  without.takeBack(conversation, without.ask(conversation));
  const told = [without.begins(turn), without.begins({ conversation, by: '@acme/notes' }), without.begins(turn)];
  expect(told).toEqual([true, false, true]);
});

test('a wish whose window was closed means the message that it was made for, and no other one that the person sends', () => {
  const { without } = opened();
  without.ask(conversation, 'Which colour has the lighthouse? ');
  const told = ['And the harbour?', 'Which colour has the lighthouse?'].map(text => without.begins({ conversation, text }));
  expect(told).toEqual([false, true]);
});
