import { toast } from '@atelier/kernel/kit';
import { html } from 'lit';
import { type Section, specimen, states } from '../section.ts';

const archived = { en: 'Nightly build was archived', fr: 'Build de nuit a été archivée' };

export const surfaces: readonly Section[] = [
  {
    tag: 'ui-header',
    about: { en: 'The header of a screen: title, meta, actions.', fr: 'L’en-tête d’un écran : titre, précision, actions.' },
    render: ({ say }) => html`
      ${specimen(
        say(states.rest),
        html`<ui-header class="fill" heading=${say({ en: 'Usage', fr: 'Consommation' })} meta=${say({ en: 'Here and in the cloud', fr: 'Ici et dans le nuage' })}><ui-button slot="actions" kind="line">${say({ en: 'Prices', fr: 'Prix' })}</ui-button><ui-button slot="actions" kind="line" icon="download">${say({ en: 'Export', fr: 'Exporter' })}</ui-button></ui-header>`,
        'full',
      )}
      ${specimen(say({ en: 'Title alone', fr: 'Le titre seul' }), html`<ui-header class="fill" heading=${say({ en: 'Settings', fr: 'Réglages' })}></ui-header>`, 'full')}
    `,
  },
  {
    tag: 'ui-section',
    about: { en: 'A part of a page or of a sidebar.', fr: 'Une partie de page ou de barre latérale.' },
    render: ({ say }) => html`
      ${specimen(
        say({ en: 'On a page', fr: 'Dans une page' }),
        html`<ui-section class="fill" heading=${say({ en: 'Models', fr: 'Modèles' })} meta=${say({ en: 'Starred ones appear in the composer', fr: 'Ceux avec une étoile sont proposés' })}><ui-card rows><div>qwen3-coder-30b</div><div>mistral-small-3.2-24b</div></ui-card></ui-section>`,
        'wide',
      )}
      ${specimen(
        say({ en: 'In a sidebar', fr: 'Dans une barre latérale' }),
        html`<div class="side"><ui-section quiet heading=${say({ en: 'Projects', fr: 'Projets' })}>
          <ui-icon-button slot="actions" size="24" icon="list-filter" label=${say({ en: 'Filter', fr: 'Filtrer' })}></ui-icon-button>
          <ui-icon-button slot="actions" size="24" icon="folder-plus" label=${say({ en: 'Add a project', fr: 'Ajouter un projet' })}></ui-icon-button>
          <ui-row button icon="folder-open" heading="tide-tables"></ui-row><ui-row button icon="folder" heading="field-notes" meta="4"></ui-row>
        </ui-section></div>`,
        'wide',
      )}
      ${specimen(
        say({ en: 'Folded', fr: 'Repliée' }),
        html`<ui-section class="fill" folding .open=${false} count="12" heading=${say({ en: 'Built in', fr: 'Intégrées' })}></ui-section>`,
        'wide',
      )}
      ${specimen(
        say({ en: 'Unfolded', fr: 'Dépliée' }),
        html`<ui-section class="fill" folding count="2" heading=${say({ en: 'Running', fr: 'En marche' })}><ui-row icon="mail" heading="Mail bridge" meta="18 MB"></ui-row></ui-section>`,
        'wide',
      )}
    `,
  },
  {
    tag: 'ui-card',
    about: {
      en: 'Something that stands for itself. What waits for you has an amber edge; the primary action stands last.',
      fr: 'Une chose à part entière. Ce qui vous attend est bordé d’ambre ; l’action principale est la dernière.',
    },
    render: ({ say }) => html`
      ${specimen(
        say({ en: 'Needs you', fr: 'Attend votre décision' }),
        html`<ui-card class="fill" tone="needs">
          <ui-state slot="start" state="needs"></ui-state>
          <span slot="heading">${say({ en: 'Run', fr: 'Lancer' })} <code style="color:inherit">npm install</code> ?</span>
          <span slot="meta" style="color:var(--text-2)">${say({ en: 'Adds temporal-polyfill 0.3.0 and 1 dependency to this worktree. Needs the network: npm.example.org.', fr: 'Ajoute temporal-polyfill 0.3.0 et 1 dépendance à cet arbre de travail. Demande le réseau : npm.example.org.' })}</span>
          <span slot="footer">${say({ en: 'Asked by a project rule', fr: 'Demandé par une règle du projet' })}</span>
          <ui-button slot="buttons">${say({ en: 'Deny', fr: 'Refuser' })}</ui-button>
          <ui-button slot="buttons" kind="line">${say({ en: 'This conversation', fr: 'Cette conversation' })}</ui-button>
          <ui-button slot="buttons" kind="accent" kbd="Enter">${say({ en: 'Once', fr: 'Une fois' })}</ui-button>
        </ui-card>`,
        'full',
      )}
      ${specimen(
        say(states.rest),
        html`<ui-card class="fill" heading=${say({ en: 'qwen3-coder-30b answered in 640 ms', fr: 'qwen3-coder-30b a répondu en 640 ms' })} meta=${say({ en: '18 tokens in, 3 out. Tested 2 minutes ago.', fr: '18 jetons lus, 3 écrits. Testé il y a 2 minutes.' })}>
          <ui-state slot="start" state="done"></ui-state><ui-button slot="actions" kind="line" icon="play">${say({ en: 'Test again', fr: 'Retester' })}</ui-button>
        </ui-card>`,
        'wide',
      )}
      ${specimen(
        say({ en: 'Rows', fr: 'Lignes' }),
        html`<ui-card class="fill" rows>
          <ui-row ink icon="key-round" heading="OpenAI" detail=${say({ en: 'API key, pay per use', fr: 'Clé d’API, à l’usage' })}><ui-state slot="end" state="done"></ui-state></ui-row>
          <ui-row ink icon="log-in" heading="ChatGPT" detail=${say({ en: 'Sign in with your subscription', fr: 'Connexion avec votre abonnement' })}><ui-button slot="end" kind="line">${say({ en: 'Sign in', fr: 'Se connecter' })}</ui-button></ui-row>
        </ui-card>`,
        'wide',
      )}
    `,
  },
  {
    tag: 'ui-alert',
    about: { en: 'What happened and what to do, in the place it is about.', fr: 'Ce qui est arrivé et quoi faire, à l’endroit concerné.' },
    render: ({ say }) => html`
      ${specimen(
        'danger',
        html`<ui-alert class="fill" kind="danger" heading=${say({ en: 'Anthropic refused the request: too many in one minute (429)', fr: 'Anthropic a refusé la demande : trop en une minute (429)' })}>
          ${say({ en: 'This key allows 50 a minute; it is sent again in 12 s.', fr: 'Cette clé en permet 50 par minute ; nouvel envoi dans 12 s.' })}
          <ui-button slot="actions">${say({ en: 'Switch model', fr: 'Changer de modèle' })}</ui-button><ui-button slot="actions">${say({ en: 'Send now', fr: 'Envoyer' })}</ui-button>
        </ui-alert>`,
        'full',
      )}
      ${specimen(
        'warn',
        html`<ui-alert class="fill" kind="warn" heading=${say({ en: 'Sign-in expired at 07:40', fr: 'Connexion expirée à 07:40' })}>${say({ en: 'Its conversations will stop. Sign in again.', fr: 'Ses conversations vont s’arrêter. Reconnectez-vous.' })}</ui-alert>`,
        'wide',
      )}
      ${specimen(
        'info',
        html`<ui-alert class="fill">${say({ en: 'Nothing answers at the address as typed, so Atelier added /v1.', fr: 'Rien ne répond à l’adresse saisie ; Atelier a donc ajouté /v1.' })}</ui-alert>`,
        'wide',
      )}
    `,
  },
  {
    tag: 'ui-empty',
    about: { en: 'Nothing here yet: one sentence, one action.', fr: 'Rien encore : une phrase, une action.' },
    render: ({ say }) => html`
      ${specimen(
        say(states.rest),
        html`<ui-empty class="fill" icon="calendar-clock" text=${say({ en: 'No rule runs by itself yet.', fr: 'Aucune règle ne tourne encore seule.' })}><ui-button kind="accent">${say({ en: 'Write the first rule', fr: 'Écrire la première règle' })}</ui-button></ui-empty>`,
        'wide',
      )}
      ${specimen(
        say({ en: 'Nothing found', fr: 'Rien trouvé' }),
        html`<ui-empty class="fill" icon="search" text=${say({ en: 'No extension matches “tlegram”.', fr: 'Aucune extension ne correspond à « tlegram ».' })}><ui-button kind="line">${say({ en: 'Clear the search', fr: 'Effacer la recherche' })}</ui-button></ui-empty>`,
        'wide',
      )}
    `,
  },
  {
    tag: 'ui-skeleton',
    about: {
      en: 'The shape of what comes, where that takes longer than a blink.',
      fr: 'La forme de ce qui vient, quand cela dépasse un clin d’œil.',
    },
    render: ({ say }) => html`
      ${specimen(say({ en: 'Text', fr: 'Texte' }), html`<ui-skeleton class="fill"></ui-skeleton>`)}
      ${specimen(say({ en: 'Rows', fr: 'Lignes' }), html`<ui-skeleton class="fill" kind="rows"></ui-skeleton>`)}
      ${specimen(say({ en: 'Block', fr: 'Bloc' }), html`<ui-skeleton class="fill" kind="block"></ui-skeleton>`)}
    `,
  },
  {
    tag: 'ui-toast',
    about: {
      en: 'What was done, and the way back. It waits while one points at it.',
      fr: 'Ce qui a été fait, et le retour. Attend tant qu’on le survole.',
    },
    render: ({ say }) => html`
      ${specimen(say(states.rest), html`<ui-toast class="fill" text=${say(archived)} action=${say({ en: 'Undo', fr: 'Annuler' })}></ui-toast>`, 'wide')}
      ${specimen('done', html`<ui-toast class="fill" kind="done" text=${say({ en: 'Copied', fr: 'Copié' })}></ui-toast>`, 'wide')}
      ${specimen(
        'failed',
        html`<ui-toast class="fill" kind="failed" text=${say({ en: 'The file could not be saved: the disk is full. Free some space and try again.', fr: 'Le fichier n’a pas été enregistré : le disque est plein. Libérez de la place et réessayez.' })} action=${say({ en: 'Retry', fr: 'Réessayer' })}></ui-toast>`,
        'wide',
      )}
      ${specimen(
        say({ en: 'In its place', fr: 'À sa place' }),
        html`<ui-button kind="line" @click=${() => toast({ text: say(archived), action: { label: say({ en: 'Undo', fr: 'Annuler' }), run: () => toast({ kind: 'done', text: say({ en: 'It is back', fr: 'Elle est revenue' }) }) } })}>${say({ en: 'Archive', fr: 'Archiver' })}</ui-button><ui-toasts></ui-toasts>`,
        'wide',
      )}
    `,
  },
  {
    tag: 'ui-dialog',
    about: {
      en: 'Asks one thing before anything else goes on. Escape and a press beside it dismiss it.',
      fr: 'Demande une chose avant toute autre. Échap ou un clic à côté l’écarte.',
    },
    render: ({ say }) => {
      const open = (event: Event) => ((event.target as HTMLElement).nextElementSibling as HTMLElementTagNameMap['ui-dialog']).show();
      const close = (event: Event) => (event.target as HTMLElement).closest('ui-dialog')?.close('done');
      return html`
        ${specimen(
          say(states.rest),
          html`<ui-button kind="line" @click=${open}>${say({ en: 'Rename…', fr: 'Renommer…' })}</ui-button>
            <ui-dialog size="small" heading=${say({ en: 'Rename this conversation', fr: 'Renommer cette conversation' })} meta=${say({ en: 'Its files keep their place', fr: 'Ses fichiers restent en place' })}>
              <ui-field label=${say({ en: 'Name', fr: 'Nom' })}><ui-input size="32" value=${say({ en: 'Fix the DST jump', fr: 'Corriger le saut d’heure' })}></ui-input></ui-field>
              <ui-button slot="actions" size="32" @click=${close}>${say({ en: 'Cancel', fr: 'Annuler' })}</ui-button>
              <ui-button slot="actions" size="32" kind="accent" @click=${close}>${say({ en: 'Rename', fr: 'Renommer' })}</ui-button>
            </ui-dialog>`,
          'wide',
        )}
        ${specimen(
          say({ en: 'Only its actions close it', fr: 'Seules ses actions le ferment' }),
          html`<ui-button kind="danger" @click=${open}>${say({ en: 'Delete…', fr: 'Supprimer…' })}</ui-button>
            <ui-dialog persistent size="small" heading=${say({ en: 'Delete 12 conversations?', fr: 'Supprimer 12 conversations ?' })}>
              ${say({ en: 'They cannot be brought back. Their files stay where they are.', fr: 'Elles ne pourront pas être retrouvées. Leurs fichiers restent où ils sont.' })}
              <span slot="footer">${say({ en: '41 MB', fr: '41 Mo' })}</span>
              <ui-button slot="actions" size="32" @click=${close}>${say({ en: 'Keep', fr: 'Garder' })}</ui-button>
              <ui-button slot="actions" size="32" kind="danger" @click=${close}>${say({ en: 'Delete', fr: 'Supprimer' })}</ui-button>
            </ui-dialog>`,
          'wide',
        )}
      `;
    },
  },
  {
    tag: 'ui-sheet',
    about: { en: 'A dialog along one side, for what one looks through.', fr: 'Un dialogue le long d’un bord, pour ce qu’on parcourt.' },
    render: ({ say }) => {
      const open = (event: Event) => ((event.target as HTMLElement).nextElementSibling as HTMLElementTagNameMap['ui-sheet']).show();
      const sheet = (side: 'start' | 'end') => html`<ui-button kind="line" @click=${open}>${side}</ui-button>
        <ui-sheet side=${side} heading=${say({ en: 'Receipts', fr: 'Reçus' })}>
          <ui-row icon="check" ink heading=${say({ en: 'Ran', fr: 'A tourné' })} detail=${say({ en: '3 of 6 issues sent', fr: '3 tickets envoyés sur 6' })} meta="08:30"></ui-row>
          <ui-row icon="moon" ink heading=${say({ en: 'Skipped: asleep', fr: 'Ignorée : en veille' })} detail=${say({ en: 'Woke at 13:12', fr: 'Réveil à 13:12' })} meta="08:30"></ui-row>
        </ui-sheet>`;
      return html`${specimen(say(states.rest), sheet('end'), 'wide')}${specimen(say({ en: 'From the start', fr: 'Depuis le début' }), sheet('start'), 'wide')}`;
    },
  },
];
