import { beforeEach, describe, expect, test } from 'vitest';
import { importKills } from './faults/import-kills.ts';
import { reloadRounds, tabKills } from './faults/page-kills.ts';
import { updateKills } from './faults/update-kills.ts';
import { chromiumLack } from './support/chromium.ts';

// A new seed every run finds more than one seed ever could; a failure names it.
const seed = Date.now() % 1_000_000;
const lack = await chromiumLack();

test('N9: a kernel that is killed in an update or a rollback of an extension leaves one of both versions, with its data', async () => {
  expect((await updateKills(4, seed)).wrong).toEqual([]);
});

test('D29: a kill at any moment of an import, or of the start that takes it over, leaves the old profile or the new one', async () => {
  expect((await importKills(2, seed)).wrong).toEqual([]);
});

describe('in a real page', () => {
  beforeEach(context => context.skip(lack !== undefined, lack));

  test('D32: what is typed into many tabs while their kernel is killed is in each of them and saved, when it runs again', async () => {
    expect((await tabKills(1, seed, 4)).wrong).toEqual([]);
  });

  test('D25: what was typed when the page is loaded again, at whatever moment, is in its field', async () => {
    expect((await reloadRounds(5, seed)).wrong).toEqual([]);
  });
});
