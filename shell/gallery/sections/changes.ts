import type { UiDiffHunk } from '@atelier/kernel/kit';
import { html } from 'lit';
import { type Section, type Shown, specimen } from '../section.ts';

function hunks({ say }: Shown): readonly UiDiffHunk[] {
  return [
    {
      heading: say({ en: 'Lines 41 to 44, forecast()', fr: 'Lignes 41 à 44, forecast()' }),
      lines: [
        {
          kind: 'same',
          old: 41,
          new: 41,
          text: 'const rows = points.map((p) => {',
          tokens: [
            [0, 5, 'keyword'],
            [6, 10, 'function'],
          ],
        },
        {
          kind: 'removed',
          old: 42,
          text: '  const day = localMidnight(p.at)',
          marks: [[14, 27]],
          tokens: [
            [2, 7, 'keyword'],
            [14, 27, 'function'],
          ],
        },
        {
          kind: 'removed',
          old: 43,
          text: '  const h = (p.at - day) / 36e5',
          marks: [[12, 31]],
          tokens: [
            [2, 7, 'keyword'],
            [27, 31, 'number'],
          ],
        },
        {
          kind: 'added',
          new: 42,
          text: '  const t = zoned(p.at, port.zone)',
          marks: [[12, 17]],
          tokens: [
            [2, 7, 'keyword'],
            [12, 17, 'function'],
          ],
        },
        {
          kind: 'added',
          new: 43,
          text: '  const h = t.hour + t.minute / 60',
          marks: [[12, 34]],
          tokens: [
            [2, 7, 'keyword'],
            [32, 34, 'number'],
          ],
        },
        { kind: 'same', old: 44, new: 44, text: '  return { h, level: p.level }', tokens: [[2, 8, 'keyword']] },
      ],
    },
    {
      heading: say({ en: 'Lines 88 to 90, toCsv()', fr: 'Lignes 88 à 90, toCsv()' }),
      lines: [
        { kind: 'same', old: 88, new: 88, text: 'for (const row of rows) {' },
        { kind: 'removed', old: 89, text: '  out.push(stamp(row.at))', marks: [[11, 16]] },
        { kind: 'added', new: 89, text: '  out.push(iso(row.at, port.zone))', marks: [[11, 14]] },
        { kind: 'same', old: 90, new: 90, text: '}' },
      ],
    },
  ];
}

const long: readonly UiDiffHunk[] = [
  {
    lines: Array.from({ length: 20_000 }, (_, index) => {
      const kind = index % 9 === 3 ? 'removed' : index % 9 === 4 ? 'added' : 'same';
      return {
        kind,
        ...(kind !== 'added' && { old: index + 1 }),
        ...(kind !== 'removed' && { new: index + 1 }),
        text: `port_${index}: ${(index * 37) % 1000},`,
      } as const;
    }),
  },
];

export const changes: readonly Section[] = [
  {
    tag: 'ui-diff',
    about: {
      en: 'What changed: the line in a soft colour, the words in a stronger one, never colour alone.',
      fr: 'Ce qui a changé : la ligne d’une teinte douce, les mots d’une plus forte, jamais la couleur seule.',
    },
    render: shown => {
      const { say } = shown;
      const revert = () => html`<ui-icon-button size="24" icon="undo-2" label=${say({ en: 'Revert', fr: 'Rétablir' })}></ui-icon-button>`;
      return html`
        ${specimen(say({ en: 'Unified', fr: 'Unifié' }), html`<ui-diff class="fill" .hunks=${hunks(shown)} .hunkActions=${revert}></ui-diff>`, 'wide')}
        ${specimen(say({ en: 'Small, for a panel', fr: 'Petit, pour un volet' }), html`<ui-diff class="fill" small .hunks=${hunks(shown)}></ui-diff>`, 'wide')}
        ${specimen(say({ en: 'Side by side', fr: 'Côte à côte' }), html`<ui-diff class="fill" layout="split" .hunks=${hunks(shown)}></ui-diff>`, 'full')}
        ${specimen(say({ en: '20,000 lines', fr: '20 000 lignes' }), html`<div class="fill" style="height:140px;overflow:auto"><ui-diff .hunks=${long}></ui-diff></div>`, 'full')}
      `;
    },
  },
];
