import type { UiStateName } from '@atelier/kernel/kit';
import { numberText } from '@atelier/kernel/ui';
import { html } from 'lit';
import { type Section, type Shown, specimen, states } from '../section.ts';

interface Conversation {
  readonly state: UiStateName | undefined;
  readonly name: { readonly en: string; readonly fr: string };
  readonly meta: string;
  readonly strong?: boolean;
}

const conversations: readonly Conversation[] = [
  { state: 'needs', name: { en: 'Fix the DST jump', fr: 'Corriger le saut d’heure' }, meta: '3/5' },
  { state: 'running', name: { en: 'Harbour list to SQLite', fr: 'Liste des ports vers SQLite' }, meta: '1/4' },
  { state: 'unread', name: { en: 'First paint is slow', fr: 'Premier affichage lent' }, meta: '12 min', strong: true },
  { state: 'failed', name: { en: 'Nightly build on Windows', fr: 'Build de nuit sous Windows' }, meta: '1 h' },
  { state: 'done', name: { en: 'Add the German locale', fr: 'Ajouter l’allemand' }, meta: '6/6' },
  { state: 'queued', name: { en: 'Rewrite the pricing page', fr: 'Réécrire la page des prix' }, meta: '' },
];

function conversation({ say }: Shown, { state, name, meta, strong = false }: Conversation, current = false, look = '') {
  return html`<ui-row button ink ?current=${current} ?strong=${strong} heading=${say(name)} meta=${meta} data-look=${look}>
    ${state === undefined ? '' : html`<ui-state slot="start" state=${state}></ui-state>`}
    <ui-icon-button slot="actions" size="24" icon="pin" label=${say({ en: 'Pin', fr: 'Épingler' })}></ui-icon-button>
    <ui-icon-button slot="actions" size="24" icon="archive" label=${say({ en: 'Archive', fr: 'Archiver' })}></ui-icon-button>
  </ui-row>`;
}

const many = Array.from({ length: 100_000 }, (_, index) => ({ id: index + 1, state: conversations[index % 6]! }));

export const lists: readonly Section[] = [
  {
    tag: 'ui-row',
    about: {
      en: 'A line of a list: icon or state, title, meta, and actions that come when one points at it or moves into it.',
      fr: 'Une ligne de liste : icône ou état, titre, détail, et des actions qui viennent au survol et au focus.',
    },
    render: shown => {
      const { say } = shown;
      return html`
        ${specimen(
          say({ en: 'Conversations', fr: 'Conversations' }),
          html`<div class="side">${conversations.map((each, index) => conversation(shown, each, index === 0, index === 3 ? 'hover' : ''))}</div>`,
          'wide',
        )}
        ${specimen(
          say({ en: 'Places', fr: 'Lieux' }),
          html`<div class="side">
            <ui-row button icon="square-pen" heading=${say({ en: 'New conversation', fr: 'Nouvelle conversation' })}><ui-kbd slot="meta" keys="Mod+N"></ui-kbd></ui-row>
            <ui-row button icon="radio" heading=${say({ en: 'Channels', fr: 'Canaux' })} meta=${say({ en: '2 online', fr: '2 en ligne' })}></ui-row>
            <ui-row button icon="calendar-clock" heading=${say({ en: 'Automations', fr: 'Automatisations' })} meta=${say({ en: 'next 18:00', fr: '18:00' })}></ui-row>
            <ui-row button current icon="puzzle" heading="Extensions"><ui-badge round slot="meta">3</ui-badge></ui-row>
            <ui-row button icon="settings" heading=${say({ en: 'Settings', fr: 'Réglages' })} data-look="focus-visible"></ui-row>
          </div>`,
          'wide',
        )}
        ${specimen(
          say({ en: 'Two lines', fr: 'Deux lignes' }),
          html`<div class="fill">
            <ui-row button current heading=${say({ en: 'Morning issues', fr: 'Tickets du matin' })} detail=${say({ en: 'Running since 09:11, 41 min late', fr: 'En cours depuis 09:11, 41 min de retard' })}><ui-state slot="start" state="running"></ui-state></ui-row>
            <ui-row button show-actions heading=${say({ en: 'Back up field notes', fr: 'Sauver les notes' })} detail=${say({ en: 'Today 23:00, skipped last night', fr: 'Aujourd’hui 23:00, ignorée hier' })}>
              <ui-state slot="start" state="skipped"></ui-state>
              <ui-icon-button slot="actions" size="24" icon="play" label=${say({ en: 'Run now', fr: 'Lancer' })}></ui-icon-button><ui-icon-button slot="actions" size="24" icon="pause" label=${say({ en: 'Pause', fr: 'Suspendre' })}></ui-icon-button>
            </ui-row>
            <ui-row button heading=${say({ en: 'Friday summary to Marta', fr: 'Résumé du vendredi à Marta' })} detail=${say({ en: 'Off since 2 November', fr: 'Arrêtée depuis le 2 novembre' })}><ui-state slot="start" state="off"></ui-state></ui-row>
          </div>`,
          'wide',
        )}
        ${specimen(
          say(states.long),
          html`<div class="side">${conversation(shown, {
            state: 'running',
            name: {
              en: 'Move every harbour of the Atlantic coast to the new tables',
              fr: 'Passer tous les ports de la côte atlantique aux nouvelles tables',
            },
            meta: '12 min',
          })}</div>`,
          'wide',
        )}
      `;
    },
  },
  {
    tag: 'ui-list',
    about: {
      en: 'A list of any length: a hundred thousand rows, of which only those that are seen exist.',
      fr: 'Une liste de toute longueur : cent mille lignes, dont seules celles qu’on voit existent.',
    },
    render: shown => {
      const { say, locale } = shown;
      const row = ({
        id,
        state,
      }: (typeof many)[number]) => html`<ui-row ink heading="${numberText(locale, id)} · ${say(state.name)}" meta=${state.meta}>
        <ui-state slot="start" state=${state.state ?? 'off'}></ui-state>
        <ui-icon-button slot="actions" size="24" icon="archive" label=${say({ en: 'Archive', fr: 'Archiver' })}></ui-icon-button>
      </ui-row>`;
      return html`
        ${specimen(
          say({ en: '100,000 rows', fr: '100 000 lignes' }),
          html`<ui-list class="fill" grid style="height:220px" label=${say({ en: 'Conversations', fr: 'Conversations' })} .items=${many} .keyOf=${(item: { id: number }) => item.id} .textOf=${(item: (typeof many)[number]) => say(item.state.name)} .renderItem=${row}></ui-list>`,
          'wide',
        )}
        ${specimen(
          say({ en: 'Rows of different heights', fr: 'Lignes de hauteurs diverses' }),
          html`<ui-list class="fill" measured row-height="48" style="height:220px" label=${say({ en: 'Rules', fr: 'Règles' })} .items=${many.slice(0, 1000)} .keyOf=${(item: { id: number }) => item.id}
            .renderItem=${({ id, state }: (typeof many)[number]) => html`<ui-row ink heading="${id} · ${say(state.name)}" detail=${id % 3 === 0 ? state.meta : ''}></ui-row>`}></ui-list>`,
          'wide',
        )}
      `;
    },
  },
  {
    tag: 'ui-tabs',
    about: { en: 'Several pages in one place.', fr: 'Plusieurs pages au même endroit.' },
    render: ({ say }) => {
      const tabs = [
        { id: 'market', label: say({ en: 'Marketplace', fr: 'Catalogue' }) },
        { id: 'installed', label: say({ en: 'Installed', fr: 'Installées' }), count: '12' },
        { id: 'updates', label: say({ en: 'Updates', fr: 'Mises à jour' }), count: '2', badge: true },
      ];
      return html`
        ${specimen(
          say(states.rest),
          html`<ui-tabs class="fill" label="Extensions" .tabs=${tabs} selected="installed">
            ${tabs.map(({ id, label }) => html`<p slot=${id} style="margin:12px 0 0;color:var(--text-2)">${label}</p>`)}
          </ui-tabs>`,
          'wide',
        )}
        ${specimen(
          say({ en: 'Alone', fr: 'Seuls' }),
          html`<ui-tabs class="fill" bare label=${say({ en: 'Views', fr: 'Vues' })} selected="market" .tabs=${tabs.map((tab, index) => ({ ...tab, disabled: index === 2 }))}></ui-tabs>`,
          'wide',
        )}
      `;
    },
  },
  {
    tag: 'ui-split',
    about: {
      en: 'Two panes with a border that moves: by pointer, by arrows, and back by a double click.',
      fr: 'Deux volets dont le bord se déplace : à la souris, aux flèches, et revient d’un double clic.',
    },
    render: ({ say }) => {
      const pane = (slot: 'start' | 'end', text: string) =>
        html`<div slot=${slot} style="display:grid;place-items:center;color:var(--text-3)">${text}</div>`;
      const panes = html`${pane('start', say({ en: 'List', fr: 'Liste' }))}${pane('end', say({ en: 'Details', fr: 'Détails' }))}`;
      return html`
        ${specimen(say(states.rest), html`<ui-split class="fill" style="height:140px" size="160" min="80" max="320">${panes}</ui-split>`, 'wide')}
        ${specimen(say(states.focus), html`<ui-split class="fill" style="height:140px" direction="column" size="56" min="32" max="108" data-look="focus-visible">${panes}</ui-split>`, 'wide')}
      `;
    },
  },
];
