import { html } from 'lit';
import { type Section, specimen, states } from '../section.ts';

const save = { en: 'Save rule', fr: 'Enregistrer' };
const discard = { en: 'Discard', fr: 'Abandonner' };
const looks = ['hover', 'focus', 'active'] as const;
const forced = { hover: 'hover', focus: 'focus-visible', active: 'hover active' } as const;

export const buttons: readonly Section[] = [
  {
    tag: 'ui-button',
    about: {
      en: 'Says its verb. One accent a place, for the one thing to do next; the rest is quiet or has a line.',
      fr: 'Dit son verbe. Un seul accent par endroit, pour la seule chose à faire ensuite ; le reste est discret ou bordé.',
    },
    render: ({ say }) => html`
      ${specimen(
        say(states.kinds),
        html`<ui-button>${say(discard)}</ui-button><ui-button kind="line">${say({ en: 'Try it now', fr: 'Essayer' })}</ui-button>
          <ui-button kind="accent">${say(save)}</ui-button><ui-button kind="solid">${say({ en: 'Queue', fr: 'Mettre en file' })}</ui-button>
          <ui-button kind="danger">${say({ en: 'Delete', fr: 'Supprimer' })}</ui-button>`,
        'full',
      )}
      ${looks.map(look =>
        specimen(
          say(states[look]),
          html`<ui-button data-look=${forced[look]}>${say(discard)}</ui-button><ui-button data-look=${forced[look]} kind="line">${say(discard)}</ui-button>
            <ui-button data-look=${forced[look]} kind="accent">${say(save)}</ui-button>`,
        ),
      )}
      ${specimen(
        say(states.sizes),
        html`<ui-button kind="line" size="24">24</ui-button><ui-button kind="line">28</ui-button><ui-button kind="line" size="32">32</ui-button>`,
      )}
      ${specimen(
        say(states.disabled),
        html`<ui-button disabled>${say(discard)}</ui-button><ui-button disabled kind="line">${say(discard)}</ui-button><ui-button disabled kind="accent">${say(save)}</ui-button>`,
      )}
      ${specimen(say(states.busy), html`<ui-button busy kind="line">${say({ en: 'Probing', fr: 'Sondage' })}</ui-button><ui-button busy kind="accent">${say(save)}</ui-button>`)}
      ${specimen(
        say({ en: 'With an icon', fr: 'Avec une icône' }),
        html`<ui-button icon="plus" kind="line">${say({ en: 'New rule', fr: 'Nouvelle règle' })}</ui-button><ui-button icon="refresh-cw" kind="line" size="24">${say({ en: 'Probe again', fr: 'Sonder' })}</ui-button>`,
      )}
      ${specimen(
        say({ en: 'With its keys', fr: 'Avec ses touches' }),
        html`<ui-button kind="accent" kbd="Enter">${say({ en: 'Once', fr: 'Une fois' })}</ui-button><ui-button kbd="Mod+Z" icon="undo-2">${say({ en: 'Undo', fr: 'Annuler' })}</ui-button>`,
      )}
      ${specimen(
        say(states.long),
        html`<ui-button kind="line" style="width:180px">${say({ en: 'Always for every conversation of this project', fr: 'Toujours, pour chaque conversation de ce projet' })}</ui-button>`,
      )}
    `,
  },
  {
    tag: 'ui-icon-button',
    about: {
      en: 'An action that everybody knows by its icon. Its label is read out and shown as a tip.',
      fr: 'Une action que chacun reconnaît à son icône. Son nom est lu à voix haute et montré en bulle.',
    },
    render: ({ say }) => {
      const more = say({ en: 'More', fr: 'Plus' });
      const panel = say({ en: 'Show the side panel', fr: 'Montrer le volet' });
      return html`
        ${specimen(say(states.rest), html`<ui-icon-button icon="ellipsis" label=${more}></ui-icon-button><ui-icon-button icon="columns-2" label=${panel}></ui-icon-button>`)}
        ${looks.map(look => specimen(say(states[look]), html`<ui-icon-button icon="ellipsis" label=${more} data-look=${forced[look]}></ui-icon-button>`))}
        ${specimen(say({ en: 'Stays pressed', fr: 'Reste enfoncé' }), html`<ui-icon-button icon="panel-right" label=${panel} pressed></ui-icon-button>`)}
        ${specimen(say(states.disabled), html`<ui-icon-button icon="terminal" label=${more} disabled></ui-icon-button>`)}
        ${specimen(
          say(states.sizes),
          html`<ui-icon-button size="24" icon="x" label=${say({ en: 'Close', fr: 'Fermer' })}></ui-icon-button><ui-icon-button icon="x" label=${more}></ui-icon-button><ui-icon-button size="32" icon="x" label=${more}></ui-icon-button>`,
        )}
        ${specimen(
          say(states.kinds),
          html`<ui-icon-button box icon="refresh-cw" label=${say({ en: 'Again', fr: 'Encore' })}></ui-icon-button><ui-icon-button solid icon="arrow-up" label=${say({ en: 'Send', fr: 'Envoyer' })}></ui-icon-button>`,
        )}
        ${specimen(say(states.busy), html`<ui-icon-button busy icon="refresh-cw" label=${more}></ui-icon-button>`)}
      `;
    },
  },
  {
    tag: 'ui-chip',
    about: {
      en: 'A filter, a choice in a line of text, or something attached.',
      fr: 'Un filtre, un choix dans une ligne, ou une pièce jointe.',
    },
    render: ({ say }) => html`
      ${specimen(
        say({ en: 'Filters', fr: 'Filtres' }),
        html`<ui-chip pressed>${say({ en: 'All', fr: 'Tout' })}</ui-chip><ui-chip .pressed=${false}>${say({ en: 'On', fr: 'Actif' })}</ui-chip><ui-chip .pressed=${false}>${say({ en: 'Tools', fr: 'Outils' })}</ui-chip>`,
      )}
      ${looks.map(look => specimen(say(states[look]), html`<ui-chip data-look=${forced[look]}>${say({ en: 'Tools', fr: 'Outils' })}</ui-chip>`))}
      ${specimen(
        say({ en: 'Opens a list', fr: 'Ouvre une liste' }),
        html`<ui-chip plain opens>Claude Sonnet 4.5</ui-chip><ui-chip plain opens icon="brain">${say({ en: 'Medium', fr: 'Moyen' })}</ui-chip>`,
      )}
      ${specimen(say({ en: 'Adds', fr: 'Ajoute' }), html`<ui-chip icon="plus">Groq</ui-chip><ui-chip icon="plus">OpenRouter</ui-chip>`)}
      ${specimen(
        say({ en: 'Can be taken away', fr: 'Peut être retiré' }),
        html`<ui-chip removable icon="file-text">offsets.csv</ui-chip><ui-chip removable icon="image">brest-march.png</ui-chip>`,
      )}
      ${specimen(say(states.disabled), html`<ui-chip disabled>${say({ en: 'Tools', fr: 'Outils' })}</ui-chip>`)}
      ${specimen(
        say(states.long),
        html`<ui-chip style="width:150px" icon="git-branch">${say({ en: 'fix/daylight-saving-jump', fr: 'correction/saut-heure-ete' })}</ui-chip>`,
      )}
    `,
  },
];
