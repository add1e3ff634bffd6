import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KeptHappening } from '@atelier/kernel';
import { testKernel } from '@atelier/kernel/testing';
import { pathIn } from '@atelier/schemas/profile/paths.mjs';
import { expect, test } from 'vitest';
import { DiagnosticsChannel } from '../../contract/index.ts';
import { happened, noticeOfEngine, noticeOfStart } from './happened.ts';
import { losses, storyOf } from './story.ts';
import { lineText } from './words.ts';

const minute = 60_000;
/** Two in the afternoon, wherever this runs. */
const two = new Date(2026, 10, 23, 14, 0).getTime();
const [first, second, third] = ['c-first', 'c-second', 'c-third'];

/** Lines by minutes after two: `is of how`, `-` for nothing. */
function lines(...all: readonly (readonly [number, string])[]): readonly KeptHappening[] {
  return all.map(([at, text]) => {
    const [is = '', of = '-', how = '-'] = text.split(' ');
    return { at: two + at * minute, is, ...(of !== '-' && { of }), ...(how !== '-' && { how }) };
  });
}

const boxOf = (kept: readonly KeptHappening[]) => ({ read: async () => kept });
/** The page at ten past two, with these conversations still cut. */
const pageOf = (kept: readonly KeptHappening[], stillCut: readonly string[] = [], locale: 'en' | 'fr' = 'en') => {
  const titleOfCut = async (conversation: string) => (stillCut.includes(conversation) ? `Title of ${conversation}` : undefined);
  return happened({ blackBox: boxOf(kept), titleOfCut }, locale, two + 10 * minute);
};

const killed = lines(
  [-60, 'start - orderly'],
  [-40, `turn-began ${third}`],
  [-30, `turn-ended ${third} done`],
  [-3, `turn-began ${first}`],
  [-2, `turn-began ${second}`],
  [-1, 'extension-failed @acme/notes extension/crashed'],
  [0, 'alive'],
  [2, 'start - cut-off'],
);

test('a run that was cut off is told with its last sign of life, what was lost at most, and only the turns that are cut now', async () => {
  expect([await pageOf(killed, [first]), await pageOf(killed, [], 'fr')]).toEqual([
    {
      headline: 'Atelier stopped without closing, shortly after 14:00.',
      isQuiet: false,
      lost: [
        'Nothing that Atelier had acknowledged was lost: what you sent, whole answers and settings are all there.',
        'Of an answer that was being written, at most the words of the last second are missing.',
      ],
      turns: [{ conversation: first, title: `Title of ${first}` }],
      lines: [
        { time: '13:57:00', text: 'A turn began.' },
        { time: '13:58:00', text: 'A turn began.' },
        { time: '13:59:00', text: '@acme/notes failed.' },
        { time: '14:02:00', text: 'Atelier started, after it had stopped without closing.' },
      ],
    },
    expect.objectContaining({
      headline: 'Atelier s’est arrêté sans se fermer, peu après 14:00.',
      lost: [
        'Rien de ce qu’Atelier avait confirmé n’est perdu\u00a0: ce que vous avez envoyé, les réponses entières et les réglages sont tous là.',
        'D’une réponse en cours d’écriture, il manque tout au plus les mots de la dernière seconde.',
      ],
      turns: [],
    }),
  ]);
});

test('the end of the engine is told with its reason, and that no word was lost; another day is named', async () => {
  const kept = lines(
    [-60, 'start - orderly'],
    [-2, `turn-began ${first}`],
    [0, `turn-ended ${first} cut`],
    [0, 'engine-ended - heap-full'],
  );
  const { headline, lost, turns } = await pageOf(kept, [first]);
  const tomorrow = await happened({ blackBox: boxOf(kept), titleOfCut: async () => undefined }, 'en', two + 1440 * minute);
  const ways = ['SIGKILL', 'SIGABRT', '7', 'not-started'].map(how => noticeOfEngine(how, two).en.replace(/ Settings .*/, ''));
  expect({ headline, lost, turns, tomorrow: tomorrow.headline, ways, fr: noticeOfEngine('heap-full', Date.now()).fr }).toEqual({
    headline: 'The agent’s process ended at 14:00: it ran out of memory.',
    lost: [
      'Nothing that Atelier had acknowledged was lost: what you sent, whole answers and settings are all there.',
      'Of an answer that was being written, no word that was on the screen is missing.',
    ],
    turns: [{ conversation: first, title: `Title of ${first}` }],
    tomorrow: 'The agent’s process ended on 23 Nov 2026 at 14:00: it ran out of memory.',
    ways: [
      'The agent’s process ended at 14:00: it was killed from outside, as a system does that runs out of memory.',
      'The agent’s process ended at 14:00: it crashed (SIGABRT).',
      'The agent’s process ended at 14:00: it ended itself with code 7.',
      'The agent’s process ended at 14:00: the reason is not known.',
    ],
    fr: expect.stringMatching(/^Le processus de l’agent s’est arrêté à \d\d:\d\d : la mémoire lui a manqué\. Réglages > Diagnostic dit/),
  });
});

test('what had to be repaired is named, and then nothing is promised', async () => {
  const kept = [...killed, ...lines([2, 'notice @atelier/template notice/database-restored'], [3, 'notice - notice/link-unknown'])];
  const { lost, lines: shown } = await pageOf(kept);
  const later = [...kept, ...lines([4, 'ending'], [5, 'start - orderly'], [6, 'notice @acme/notes notice/database-salvaged'])];
  expect((await pageOf(later)).lost).toEqual(lost);
  expect([lost, shown.at(-1)?.text]).toEqual([
    [
      'The data of @atelier/template were damaged or missing, and a backup was restored.',
      'Of an answer that was being written, at most the words of the last second are missing.',
    ],
    'The data of @atelier/template were damaged or missing, and a backup was restored.',
  ]);
});

test('after an import nothing is promised about what was there before it', async () => {
  const { lost } = await pageOf([...killed, ...lines([2, 'notice - notice/profile-imported'])]);
  expect(lost[0]).toBe('An import replaced everything here; what was there before is kept, see Settings > Storage.');
});

test('each notice that tells of a loss has its sentence, in both languages', () => {
  const texts = [...losses].map(how => [lineText({ at: 0, is: 'notice', how }, 'en'), lineText({ at: 0, is: 'notice', how }, 'fr')]);
  expect(texts.flat().filter(text => text === undefined)).toEqual([]);
});

test('a run that was closed, and a first one, are nothing to tell', async () => {
  const kept = lines([-60, 'start - first'], [-50, 'ending'], [-40, 'start - orderly'], [-39, `turn-began ${first}`]);
  const { headline, isQuiet, lost, lines: shown } = await pageOf(kept);
  expect([{ headline, isQuiet, lost }, shown.map(({ text }) => text), await noticeOfStart(boxOf(kept), two)]).toEqual([
    { headline: 'Neither Atelier nor the agent has stopped unexpectedly since 13:00.', isQuiet: true, lost: [] },
    ['Atelier started.', 'Atelier was closed.', 'Atelier started.', 'A turn began.'],
    undefined,
  ]);
});

test('the notice of a start comes once, and not for what an earlier start has told', async () => {
  const told = [...killed, ...lines([3, 'notice @atelier/diagnostics diagnostics/cut-off'])];
  const later = [...told, ...lines([4, 'ending'], [5, 'start - orderly'])];
  const codes = await Promise.all([killed, told, later].map(async kept => (await noticeOfStart(boxOf(kept), two))?.code));
  expect(codes).toEqual(['diagnostics/cut-off', undefined, undefined]);
});

test('a turn that has ended since is no longer one that can go on, whatever came first', () => {
  const resumed = [...killed, ...lines([4, `turn-began ${first}`], [5, `turn-ended ${first} done`], [6, `turn-began ${second}`])];
  const { cut, incident } = storyOf(resumed);
  expect([cut, incident?.kind]).toEqual([[second], 'cut-off']);
});

test('a kernel that was not closed is told of by the next one, in one notice that leads to the page; one that was closed is not', async () => {
  const plugins = ['@atelier/diagnostics'];
  const first = await testKernel({ plugins });
  const { profile } = first;
  await first.close();
  const second = await testKernel({ plugins, profile });
  const quiet = second.notices();
  await second.close();
  forgetEnd(profile);
  await using third = await testKernel({ plugins, profile });
  const notices = third.notices().map(({ code, extension, command }) => ({ code, extension, command }));
  const { headline, isQuiet } = await third.client(DiagnosticsChannel).call('happened', {});
  expect({ quiet, notices, headline, isQuiet }).toEqual({
    quiet: [],
    notices: [{ code: 'diagnostics/cut-off', extension: '@atelier/diagnostics', command: 'diagnostics.openHappened' }],
    headline: expect.stringMatching(/^Atelier stopped without closing, shortly after \d\d:\d\d\.$/),
    isQuiet: false,
  });
});

function forgetEnd(profile: string): void {
  const file = pathIn(join(profile, 'user-data'), 'blackBox', { turn: '0' });
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll('"is":"ending"', '"is":"alive"'));
}
