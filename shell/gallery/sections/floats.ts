import { html } from 'lit';
import { type Section, specimen, states } from '../section.ts';

export const floats: readonly Section[] = [
  {
    tag: 'ui-menu',
    about: {
      en: 'Actions that a button opens. Arrows, first letters, Home and End move; Escape gives the focus back.',
      fr: 'Des actions qu’un bouton ouvre. Flèches, premières lettres, Début et Fin s’y déplacent ; Échap rend le focus.',
    },
    render: ({ say }) => html`
      ${specimen(
        say(states.rest),
        html`<ui-menu>
          <ui-button slot="trigger" kind="line" icon="ellipsis">${say({ en: 'Conversation', fr: 'Conversation' })}</ui-button>
          <ui-menu-item value="rename" icon="pencil" kbd="F2">${say({ en: 'Rename', fr: 'Renommer' })}</ui-menu-item>
          <ui-menu-item value="pin" icon="pin">${say({ en: 'Pin', fr: 'Épingler' })}</ui-menu-item>
          <ui-menu-item value="copy" icon="copy" kbd="Mod+Shift+C">${say({ en: 'Copy the link', fr: 'Copier le lien' })}</ui-menu-item>
          <ui-menu-item value="share" icon="users" disabled meta=${say({ en: 'offline', fr: 'hors ligne' })}>${say({ en: 'Share', fr: 'Partager' })}</ui-menu-item>
          <hr />
          <ui-menu-item value="delete" icon="trash-2" danger>${say({ en: 'Delete', fr: 'Supprimer' })}</ui-menu-item>
        </ui-menu>`,
      )}
      ${specimen(
        say({ en: 'With choices', fr: 'Avec des choix' }),
        html`<ui-menu>
          <ui-chip slot="trigger" plain opens icon="brain">${say({ en: 'Medium', fr: 'Moyen' })}</ui-chip>
          <ui-menu-item radio .checked=${false} value="low">${say({ en: 'Low', fr: 'Faible' })}</ui-menu-item>
          <ui-menu-item radio checked value="medium">${say({ en: 'Medium', fr: 'Moyen' })}</ui-menu-item>
          <ui-menu-item radio .checked=${false} value="high">${say({ en: 'High', fr: 'Élevé' })}</ui-menu-item>
        </ui-menu>`,
      )}
      ${specimen(
        say({ en: 'Under the end of its button', fr: 'Sous la fin de son bouton' }),
        html`<span style="flex:1"></span><ui-menu end>
          <ui-icon-button slot="trigger" icon="ellipsis" label=${say({ en: 'More', fr: 'Plus' })}></ui-icon-button>
          <ui-menu-item value="one">${say({ en: 'Open in a new window', fr: 'Ouvrir dans une nouvelle fenêtre' })}</ui-menu-item>
          <ui-menu-item value="two">${say({ en: 'Archive', fr: 'Archiver' })}</ui-menu-item>
        </ui-menu>`,
      )}
    `,
  },
  {
    tag: 'ui-popover',
    about: {
      en: 'Something to look at or fill in beside what opened it.',
      fr: 'Quelque chose à voir ou à remplir, à côté de ce qui l’a ouvert.',
    },
    render: ({ say }) =>
      specimen(
        say(states.rest),
        html`<ui-popover label=${say({ en: 'Context', fr: 'Contexte' })}>
          <ui-button slot="trigger" size="24">42 %</ui-button>
          <b style="font-weight:600">${say({ en: '84k of 200k tokens', fr: '84 k jetons sur 200 k' })}</b>
          <ui-progress style="margin:8px 0;width:220px" value="0.42"></ui-progress>
          <ui-button kind="line" size="24">${say({ en: 'Make it shorter', fr: 'Abréger' })}</ui-button>
        </ui-popover>`,
        'full',
      ),
  },
  {
    tag: 'ui-tooltip',
    about: {
      en: 'Explains a number or a word to who points at it or comes to it by keyboard.',
      fr: 'Explique un nombre ou un mot à qui le survole ou l’atteint au clavier.',
    },
    render: ({ say }) =>
      specimen(
        say(states.rest),
        html`<ui-tooltip text=${say({ en: 'Spent today over 3 conversations and 2 automations', fr: 'Dépensé aujourd’hui en 3 conversations et 2 automatisations' })}>$0.41</ui-tooltip>`,
        'full',
      ),
  },
];
