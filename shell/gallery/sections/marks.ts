import { html } from 'lit';
import { type Section, specimen, states } from '../section.ts';

const stateNames = ['needs', 'running', 'queued', 'unread', 'failed', 'done', 'skipped', 'late', 'off'] as const;
const iconNames =
  `square-pen search list-filter folder-plus folder-open pin archive radio calendar-clock book-open puzzle settings panel-left
  git-branch code-xml terminal pencil undo-2 copy paperclip brain shield-check mic arrow-up cpu bell star key-round globe server rocket
  anchor sailboat no-such-icon`.split(/\s+/);

export const marks: readonly Section[] = [
  {
    tag: 'ui-state',
    about: {
      en: 'How something stands: one shape and one colour each, the same everywhere. What needs you outranks what runs.',
      fr: 'Où en est une chose : une forme et une couleur par état, partout les mêmes. Ce qui vous attend passe avant ce qui tourne.',
    },
    render: () => html`${stateNames.map(name => specimen(name, html`<ui-state state=${name}></ui-state>`))}`,
  },
  {
    tag: 'ui-icon',
    about: {
      en: 'Lucide at 16 px with a stroke of 1.75. Any of its names works; one that nobody knows is a plain square.',
      fr: 'Lucide en 16 px, trait de 1,75. Tous ses noms conviennent ; un nom inconnu donne un simple carré.',
    },
    render: ({ say }) => html`
      ${specimen(say({ en: 'Names', fr: 'Noms' }), html`${iconNames.map(name => html`<ui-icon name=${name}></ui-icon>`)}`, 'full')}
      ${specimen(say(states.sizes), html`<ui-icon small name="folder"></ui-icon><ui-icon name="folder"></ui-icon><ui-icon name="folder" style="--icon-size:24px"></ui-icon>`)}
      ${specimen(say({ en: 'Filled', fr: 'Pleine' }), html`<ui-icon filled name="star"></ui-icon><ui-icon name="star"></ui-icon>`)}
      ${specimen(
        say({ en: 'In words', fr: 'Dans un texte' }),
        html`<span style="color:var(--warn-text)"><ui-icon small name="triangle-alert"></ui-icon> ${say({ en: 'Sign-in expired', fr: 'Connexion expirée' })}</span>`,
      )}
    `,
  },
  {
    tag: 'ui-badge',
    about: { en: 'A count or a word about what it stands beside.', fr: 'Un nombre ou un mot au sujet de ce qu’il accompagne.' },
    render: ({ say }) => html`
      ${specimen(say({ en: 'Counts', fr: 'Nombres' }), html`<ui-badge round>3</ui-badge><ui-badge round>12</ui-badge><ui-badge round>1 412</ui-badge>`)}
      ${specimen(
        say({ en: 'Words', fr: 'Mots' }),
        html`<ui-badge>${say({ en: 'Channel', fr: 'Canal' })}</ui-badge><ui-badge>${say({ en: 'Off', fr: 'Arrêté' })}</ui-badge>`,
      )}
      ${specimen(
        say({ en: 'Tones', fr: 'Tons' }),
        html`<ui-badge tone="ok">ok</ui-badge><ui-badge tone="warn">warn</ui-badge><ui-badge tone="danger">danger</ui-badge><ui-badge tone="accent">accent</ui-badge>`,
      )}
    `,
  },
  {
    tag: 'ui-kbd',
    about: { en: 'Keys, as this system writes them.', fr: 'Des touches, comme ce système les écrit.' },
    render: ({ say }) => html`
      ${specimen('Mod+K', html`<ui-kbd keys="Mod+K"></ui-kbd>`)} ${specimen('Mod+Shift+P', html`<ui-kbd keys="Mod+Shift+P"></ui-kbd>`)}
      ${specimen(say({ en: 'Others', fr: 'Autres' }), html`<ui-kbd keys="Enter"></ui-kbd><ui-kbd keys="Escape"></ui-kbd><ui-kbd keys="Alt+Up"></ui-kbd>`)}
    `,
  },
  {
    tag: 'ui-progress',
    about: { en: 'How far something is, or only that it goes on.', fr: 'Jusqu’où va une chose, ou seulement qu’elle avance.' },
    render: ({ say }) => html`
      ${specimen('0', html`<ui-progress class="fill" value="0"></ui-progress>`)} ${specimen('0.42', html`<ui-progress class="fill" value="0.42"></ui-progress>`)}
      ${specimen(say({ en: 'Without a value', fr: 'Sans valeur' }), html`<ui-progress class="fill"></ui-progress>`)}
      ${specimen(say({ en: 'With a limit', fr: 'Avec une limite' }), html`<ui-progress class="fill" value="0.47" limit="0.8"></ui-progress>`)}
      ${specimen(say({ en: 'Near it', fr: 'Proche' }), html`<ui-progress class="fill" tone="warn" value="0.83" limit="0.8"></ui-progress>`)}
      ${specimen(
        say({ en: 'Arcs', fr: 'Arcs' }),
        html`<ui-progress kind="arc" value="0.1"></ui-progress><ui-progress kind="arc" value="0.42"></ui-progress><ui-progress kind="arc" value="1"></ui-progress><ui-progress kind="arc"></ui-progress>`,
      )}
    `,
  },
];
