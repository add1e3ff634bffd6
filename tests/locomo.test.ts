import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readLocomo } from './bench/locomo.ts';
import bench from './bench/memory-locomo.bench.ts';

const turn = (dia_id: string, speaker: string, text: string, more: object = {}) => ({ speaker, dia_id, text, ...more });
/** The form of `locomo10.json`, with what is odd in it: evidence of two turns in one entry, of none, and of one that is not there. */
const sample = {
  sample_id: 'conv-1',
  conversation: {
    speaker_a: 'Nolwenn',
    speaker_b: 'Yann',
    session_10_date_time: '12:05 am on 9 June, 2023',
    session_10: [turn('D10:1', 'Yann', 'The cello is sold.')],
    session_2_date_time: '1:56 pm on 8 May, 2023',
    session_2: [
      turn('D2:1', 'Nolwenn', 'I bought a cello in Quimper.', {
        blip_caption: 'a photo of a lighthouse',
        img_url: ['https://example.org/a.jpg'],
      }),
      turn('D2:2', 'Yann', ''),
    ],
  },
  qa: [
    { question: 'Where was the cello bought, and is it sold?', answer: 'Quimper, yes', evidence: ['D2:1; D10:1'], category: 1 },
    { question: 'What is on the photo with the lighthouse?', answer: 'A lighthouse', evidence: ['D2:1'], category: 4 },
    { question: 'Who plays?', answer: 'Nobody', evidence: [], category: 5 },
    { question: 'Where is D?', answer: '?', evidence: ['D', 'D99:1'], category: 3 },
  ],
};

test('the file of LoCoMo is read in the order of its sessions, with what pictures show, and with the questions that name their evidence', () => {
  expect(readLocomo(JSON.stringify([sample]))).toEqual([
    {
      id: 'conv-1',
      turns: [
        {
          id: 'D2:1',
          speaker: 'Nolwenn',
          text: 'I bought a cello in Quimper. (a photo of a lighthouse)',
          at: Date.UTC(2023, 4, 8, 13, 56),
        },
        { id: 'D10:1', speaker: 'Yann', text: 'The cello is sold.', at: Date.UTC(2023, 5, 9, 0, 5) },
      ],
      questions: [
        { kind: 'several hops', text: sample.qa[0]?.question, evidence: ['D2:1', 'D10:1'] },
        { kind: 'one hop', text: sample.qa[1]?.question, evidence: ['D2:1'] },
      ],
    },
  ]);
});

test('its bench tells the recall by evidence, and without the file says so in one line', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'atelier-test-')), 'locomo10.json');
  writeFileSync(file, JSON.stringify([sample]));
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    written.mockRestore();
  });
  vi.stubEnv('LOCOMO', undefined);
  const without = [await bench.run(), written.mock.calls.map(([line]) => line)];
  const { exitCode } = process;
  const broken = join(file, '..', 'other.json');
  writeFileSync(broken, '{"a": 1}');
  const refused: unknown[] = [];
  for (const other of [join(file, '..', 'missing.json'), broken]) {
    vi.stubEnv('LOCOMO', other);
    refused.push(await bench.run(), process.exitCode, String(written.mock.lastCall?.[0]).replace(other, 'F'));
    process.exitCode = exitCode;
  }
  expect(refused).toEqual([
    ...[
      [],
      1,
      'memory-locomo is not measured: LOCOMO is F, and it cannot be read (ENOENT). Nothing is downloaded: its licence is its own.\n',
    ],
    ...[
      [],
      1,
      'memory-locomo is not measured: LOCOMO is F, and it is not as locomo10.json is published. Nothing is downloaded: its licence is its own.\n',
    ],
  ]);
  vi.stubEnv('LOCOMO', file);
  expect([without, (await bench.run()).map(({ what, value }) => [what, value])]).toEqual([
    [[], [expect.stringMatching(/^memory-locomo is not measured: set LOCOMO .*\n$/)]],
    [
      ['recall@10 by evidence, all, 2 questions', 1],
      ['recall@10 by evidence, several hops, 1 questions', 1],
      ['recall@10 by evidence, one hop, 1 questions', 1],
    ],
  ]);
});
