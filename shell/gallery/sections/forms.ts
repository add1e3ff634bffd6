import { html } from 'lit';
import { type Section, specimen, states } from '../section.ts';

const address = 'http://10.0.0.12:8000';
const name = { en: 'Name', fr: 'Nom' };
const models = [
  { value: 'sonnet', label: 'Claude Sonnet 4.5', group: 'Anthropic' },
  { value: 'opus', label: 'Claude Opus 4.1', group: 'Anthropic' },
  { value: 'qwen', label: 'qwen3-coder-30b', group: 'Ollama' },
  { value: 'bge', label: 'bge-m3', group: 'Ollama', disabled: true },
];
const short = models.map(({ value, label }) => ({ value, label }));
const modes = [
  { value: 'workspace', label: { en: 'Workspace', fr: 'Espace' } },
  { value: 'assistant', label: { en: 'Assistant', fr: 'Assistant' } },
];
const access = [
  {
    value: 'ask',
    label: { en: 'Ask', fr: 'Demander' },
    hint: { en: 'Each time it wants to change something', fr: 'Avant chaque modification' },
  },
  {
    value: 'project',
    label: { en: 'Secure', fr: 'Sûr' },
    hint: { en: 'Reads freely, writes in the project', fr: 'Lit librement, écrit dans le projet' },
  },
  {
    value: 'full',
    label: { en: 'Free', fr: 'Libre' },
    hint: { en: 'Whatever you may do yourself', fr: 'Tout ce que vous pouvez faire' },
    disabled: true,
  },
];

export const forms: readonly Section[] = [
  {
    tag: 'ui-field',
    about: {
      en: 'A control with its name, and below it what is good to know or what is wrong.',
      fr: 'Un contrôle avec son nom et, dessous, ce qu’il est bon de savoir ou ce qui ne va pas.',
    },
    render: ({ say }) => html`
      ${specimen(say(states.rest), html`<ui-field class="fill" label=${say({ en: 'Base address', fr: 'Adresse de base' })}><ui-input mono value=${address}></ui-input></ui-field>`)}
      ${specimen(
        say({ en: 'With a hint', fr: 'Avec un conseil' }),
        html`<ui-field class="fill" optional label=${say({ en: 'API key', fr: 'Clé d’API' })} hint=${say({ en: 'Kept on this computer only', fr: 'Gardée sur cet ordinateur seulement' })}><ui-input icon="key-round" placeholder=${say({ en: 'None needed', fr: 'Pas nécessaire' })}></ui-input></ui-field>`,
      )}
      ${specimen(
        say(states.error),
        html`<ui-field class="fill" label=${say(name)} error=${say({ en: 'Another rule has this name. Choose another.', fr: 'Une autre règle porte ce nom. Choisissez-en un autre.' })}><ui-input value=${say({ en: 'Morning', fr: 'Matin' })}></ui-input></ui-field>`,
      )}
    `,
  },
  {
    tag: 'ui-input',
    about: { en: 'One line to write in.', fr: 'Une ligne où écrire.' },
    render: ({ say }) => {
      const label = say(name);
      return html`
        ${specimen(say(states.empty), html`<ui-input class="fill" placeholder=${say({ en: 'Name this rule', fr: 'Nommez cette règle' })}></ui-input>`)}
        ${specimen(say(states.rest), html`<ui-input class="fill" label=${label} value="Camille"></ui-input>`)}
        ${specimen(say(states.hover), html`<ui-input class="fill" label=${label} value="Camille" data-look="hover"></ui-input>`)}
        ${specimen(say(states.focus), html`<ui-input class="fill" label=${label} value="Camille" data-look="focus-within"></ui-input>`)}
        ${specimen(say(states.error), html`<ui-input class="fill" label=${label} value="Camille" invalid></ui-input>`)}
        ${specimen(say(states.disabled), html`<ui-input class="fill" label=${label} value="Camille" disabled></ui-input>`)}
        ${specimen(say({ en: 'Secret', fr: 'Secret' }), html`<ui-input class="fill" label=${label} type="password" value="correct horse"><ui-icon-button slot="end" size="24" icon="eye" label=${say({ en: 'Show', fr: 'Montrer' })}></ui-icon-button></ui-input>`)}
        ${specimen('32', html`<ui-input class="fill" label=${label} size="32" value="Camille"></ui-input>`)}
        ${specimen(say(states.long), html`<ui-input class="fill" label=${label} mono value="https://packages.example.org/v1/catalog/@nordlys/telegram-bridge"></ui-input>`)}
      `;
    },
  },
  {
    tag: 'ui-search',
    about: {
      en: 'Where one types to find; Escape and the cross empty it.',
      fr: 'Où l’on tape pour trouver ; Échap et la croix le vident.',
    },
    render: ({ say }) => html`
      ${specimen(say(states.empty), html`<ui-search class="fill" kbd="Mod+F" placeholder=${say({ en: 'Search 12 installed', fr: 'Chercher parmi 12' })}></ui-search>`)}
      ${specimen(say(states.rest), html`<ui-search class="fill" value="telegram"></ui-search>`)}
      ${specimen(say(states.focus), html`<ui-search class="fill" value="telegram" data-look="focus-within"></ui-search>`)}
    `,
  },
  {
    tag: 'ui-textarea',
    about: {
      en: 'Several lines; it grows with what is written, to a limit.',
      fr: 'Plusieurs lignes ; grandit avec le texte, jusqu’à une limite.',
    },
    render: ({ say }) => html`
      ${specimen(say(states.empty), html`<ui-textarea class="fill" placeholder=${say({ en: 'What should it do?', fr: 'Que doit-elle faire ?' })}></ui-textarea>`)}
      ${specimen(
        say({ en: 'Grown', fr: 'Agrandi' }),
        html`<ui-textarea class="fill" label=${say(name)} rows="2" value=${say({
          en: 'Every weekday at 8:30, read the issues opened since yesterday in tide-tables and send me the three that matter. If asleep, run once on waking.',
          fr: 'Chaque jour ouvré à 8 h 30, lire les tickets ouverts depuis hier dans tide-tables et m’envoyer les trois qui comptent. En veille, une fois au réveil.',
        })}></ui-textarea>`,
      )}
      ${specimen(say(states.error), html`<ui-textarea class="fill" label=${say(name)} invalid rows="2" value="…"></ui-textarea>`)}
    `,
  },
  {
    tag: 'ui-select',
    about: {
      en: 'One of several, in the browser’s own list and with its keys.',
      fr: 'Un choix parmi plusieurs, dans la liste du navigateur et avec ses touches.',
    },
    render: ({ say }) => {
      const label = say({ en: 'Model', fr: 'Modèle' });
      return html`
        ${specimen(say(states.rest), html`<ui-select class="fill" label=${label} .options=${short} value="sonnet"></ui-select>`)}
        ${specimen(say({ en: 'Nothing chosen', fr: 'Rien de choisi' }), html`<ui-select class="fill" placeholder=${say({ en: 'Choose a model', fr: 'Choisir un modèle' })} .options=${short}></ui-select>`)}
        ${specimen(say({ en: 'With groups', fr: 'Avec des groupes' }), html`<ui-select class="fill" label=${label} .options=${models} value="qwen"></ui-select>`)}
        ${specimen(say(states.focus), html`<ui-select class="fill" label=${label} .options=${short} value="sonnet" data-look="focus-within"></ui-select>`)}
        ${specimen(say(states.error), html`<ui-select class="fill" label=${label} .options=${short} value="sonnet" invalid></ui-select>`)}
        ${specimen(say(states.disabled), html`<ui-select class="fill" label=${label} .options=${short} value="sonnet" disabled></ui-select>`)}
      `;
    },
  },
  {
    tag: 'ui-switch',
    about: { en: 'On or off, at once. In ink, never in the accent.', fr: 'Allumé ou éteint, aussitôt. À l’encre, jamais en accent.' },
    render: ({ say }) => html`
      ${specimen(say(states.rest), html`<ui-switch>${say({ en: 'Off', fr: 'Éteint' })}</ui-switch><ui-switch checked>${say({ en: 'On', fr: 'Allumé' })}</ui-switch>`)}
      ${specimen(say(states.focus), html`<ui-switch data-look="focus-visible" checked>${say({ en: 'On', fr: 'Allumé' })}</ui-switch>`)}
      ${specimen(say(states.disabled), html`<ui-switch disabled>${say({ en: 'Off', fr: 'Éteint' })}</ui-switch><ui-switch disabled checked>${say({ en: 'On', fr: 'Allumé' })}</ui-switch>`)}
    `,
  },
  {
    tag: 'ui-checkbox',
    about: { en: 'Something to tick.', fr: 'Quelque chose à cocher.' },
    render: ({ say }) => {
      const label = say({ en: 'Notify me', fr: 'Me prévenir' });
      return html`
        ${specimen(say(states.rest), html`<ui-checkbox>${label}</ui-checkbox><ui-checkbox checked>${label}</ui-checkbox><ui-checkbox indeterminate>${label}</ui-checkbox>`)}
        ${specimen(say(states.focus), html`<ui-checkbox data-look="focus-visible" checked>${label}</ui-checkbox>`)}
        ${specimen(say(states.disabled), html`<ui-checkbox disabled>${label}</ui-checkbox><ui-checkbox disabled checked>${label}</ui-checkbox>`)}
        ${specimen(say(states.error), html`<ui-checkbox invalid>${label}</ui-checkbox>`)}
        ${specimen(
          say({ en: 'With a hint', fr: 'Avec un conseil' }),
          html`<ui-checkbox checked hint=${say({ en: 'Only the names, never the contents', fr: 'Les noms seulement, jamais le contenu' })}>${say({ en: 'May read files', fr: 'Peut lire les fichiers' })}</ui-checkbox>`,
        )}
      `;
    },
  },
  {
    tag: 'ui-radio-group',
    about: { en: 'One of a few, all of them seen.', fr: 'Un choix parmi peu, tous visibles.' },
    render: ({ say }) => {
      const options = access.map(({ value, label, hint, disabled }) => ({
        value,
        label: say(label),
        hint: say(hint),
        disabled: disabled ?? false,
      }));
      const plain = options.map(({ value, label }) => ({ value, label }));
      const label = say({ en: 'Access', fr: 'Accès' });
      return html`
        ${specimen(say({ en: 'With hints', fr: 'Avec des conseils' }), html`<ui-radio-group label=${label} .options=${options} value="project"></ui-radio-group>`)}
        ${specimen(say(states.rest), html`<ui-radio-group label=${label} .options=${plain} value="ask"></ui-radio-group>`)}
        ${specimen(say(states.disabled), html`<ui-radio-group disabled label=${label} .options=${plain} value="ask"></ui-radio-group>`)}
      `;
    },
  },
  {
    tag: 'ui-segmented',
    about: { en: 'Two or three ways to see one thing.', fr: 'Deux ou trois façons de voir une même chose.' },
    render: ({ say }) => {
      const options = modes.map(({ value, label }) => ({ value, label: say(label) }));
      const label = say({ en: 'Mode', fr: 'Mode' });
      const layouts = [
        { value: 'unified', label: say({ en: 'Unified', fr: 'Unifié' }), icon: 'list-filter' },
        { value: 'split', label: say({ en: 'Side by side', fr: 'Côte à côte' }), icon: 'columns-2' },
      ];
      return html`
        ${specimen(say(states.rest), html`<ui-segmented class="fill" wide label=${label} .options=${options} value="workspace"></ui-segmented>`)}
        ${specimen(say({ en: 'With icons', fr: 'Avec des icônes' }), html`<ui-segmented label=${label} .options=${layouts} value="split"></ui-segmented>`)}
        ${specimen(say(states.disabled), html`<ui-segmented disabled label=${label} .options=${options} value="workspace"></ui-segmented>`)}
      `;
    },
  },
];
