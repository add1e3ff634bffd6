// Each tries to be taken for another: to answer in its place, or to be shown under its name.
const honest = '@acme/honest';
const victim = '@atelier/victim';
const twice = id => ({ id, title: 'Mine' });

export const attacks = {
  'take-command': {
    tries: 'answer the command of another extension, by manifest and at run time',
    atelier: { contributes: { commands: [twice('honest.echo')] } },
    run: (_, ctx) => ctx.handle('honest.echo', async () => 'stolen'),
  },
  'take-command-word': {
    tries: 'contribute a command under the word of one of ours',
    atelier: { contributes: { commands: [twice('victim.extra')] } },
    run: (_, ctx) => ctx.handle('victim.extra', async () => 'stolen'),
  },
  'take-channel': {
    tries: 'serve the channel of one of ours, by manifest and at run time',
    atelier: { channels: { victim: './said.channel.json' } },
    channelFile: 'victim',
    run: (_, ctx) => ctx.serve({ id: 'victim' }, { said: async () => 'stolen' }),
  },
  'take-kernel-channel': {
    tries: 'serve the kernel’s own channel and that of the window',
    atelier: { channels: { kernel: './said.channel.json', window: './said.channel.json' } },
    channelFile: 'kernel',
    run: (_, ctx) => ctx.serve({ id: 'kernel' }, { listExtensions: async () => [] }),
  },
  'take-service': {
    tries: 'provide the service of one of ours',
    run: (_, ctx) => ctx.provide({ key: `${victim}:Vault@1`, access: { open: 'everybody' } }, { open: async () => 'stolen' }),
  },
  'use-undeclared-service': {
    tries: 'use a service of ours that it never declared',
    run: (_, ctx) => ctx.get({ key: `${victim}:Vault@1` }).open(),
  },
  'use-undeclared-command': {
    tries: 'run the command of another extension through the kernel',
    run: (_, ctx) => ctx.get({ key: '@atelier/kernel:Commands@1' }).run('honest.secret'),
  },
  'tap-undeclared': {
    tries: 'listen to a hook of ours that it never declared, to read and change what passes',
    run: (_, ctx) => ctx.tap({ kind: 'pipe', key: `${victim}:letter@1` }, async () => 'changed'),
  },
  'run-foreign-hook': {
    tries: 'run the hook of another, as if something had happened',
    run: (_, ctx) => ctx.run({ kind: 'pipe', key: `${victim}:letter@1` }, 'forged'),
  },
  'hang-in-hook': {
    tries: 'never answer in a hook that others wait for',
    atelier: { requires: { [victim]: '^1.0.0' }, taps: [`${victim}:letter@1`] },
    activate: ctx => void ctx.tap({ kind: 'pipe', key: `${victim}:letter@1` }, () => new Promise(() => undefined)),
    hook: true,
    run: () => undefined,
  },
  'fill-foreign-point': {
    tries: 'contribute to a point of ours that it never declared',
    atelier: { contributes: { [`${victim}:cards@1`]: [{ title: 'Mine' }] } },
    run: (_, ctx) => ctx.contribute({ key: `${victim}:cards@1` }, { title: 'Mine' }),
  },
  'fill-point-wrongly': {
    tries: 'contribute what the schema of a point refuses, hidden behind keys of prototypes',
    atelier: { requires: { [victim]: '^1.0.0' }, contributes: { [`${victim}:cards@1`]: [{ title: 7, __proto__: { title: 'Mine' } }] } },
    run: (_, ctx) => ctx.contribute({ key: `${victim}:cards@1` }, JSON.parse('{"title":"x","extra":1,"__proto__":{"a":1}}')),
  },
  'take-view': {
    tries: 'contribute a view under the id of another extension',
    atelier: { ui: './ui.js', contributes: { views: [{ id: 'honest.view', slot: 'main', title: 'Mine', element: 'take-view-x' }] } },
    run: refuse,
  },
  'replace-unasked': {
    tries: 'stand in for a view of ours without asking for the right',
    atelier: {
      ui: './ui.js',
      contributes: {
        views: [{ id: 'replace-unasked.x', slot: 'main', title: 'Mine', element: 'replace-unasked-x', replaces: 'victim.home' }],
      },
    },
    run: refuse,
  },
  'take-deep-link': {
    tries: 'answer the links of another extension',
    atelier: { contributes: { deepLinks: [{ route: 'honest/open', command: 'take-deep-link.attack' }] } },
    deepLink: 'atelier://honest/open',
    run: refuse,
  },
  'take-deep-link-star': {
    tries: 'answer every link of ours with a star',
    atelier: { contributes: { deepLinks: [{ route: 'victim/*', command: 'take-deep-link-star.attack' }] } },
    deepLink: 'atelier://victim/open/here',
    run: refuse,
  },
  'take-our-word': {
    tries: 'answer the commands and links of one of ours by a name that ends alike (@aaa/victim)',
    name: '@aaa/victim',
    refusedAs: true,
    run: refuse,
  },
  'be-ours': { tries: 'be taken for one of ours by its name (@atelier/victim)', name: victim, refusedAs: true, run: refuse },
  'be-kernel': { tries: 'be taken for the kernel by its name (@atelier/kernel)', name: '@atelier/kernel', refusedAs: true, run: refuse },
  'be-neighbour': {
    tries: 'stand in the place of another installed extension by its name',
    name: honest,
    version: '99.0.0',
    refusedAs: true,
    run: refuse,
  },
  'main-outside': { tries: 'name a main file outside its package', atelier: { main: './../honest/main.js' }, refusedAs: true, run: refuse },
  'main-linked': { tries: 'have its main file be a link to a program outside', mainLink: true, run: refuse },
  'huge-manifest': { tries: 'have a manifest of 20 MB, so that the start stands still', padding: 20_000_000, run: refuse },
  'hidden-words': {
    tries: 'hide who it is behind invisible and direction-changing letters in its name',
    atelier: { displayName: 'Safe\u202e\u200b\u2066 eliF' },
    hiddenName: true,
    run: refuse,
  },
  'notify-as-another': {
    tries: 'send a notification whose click runs the command of another extension',
    atelier: { rights: { notify: true } },
    granted: { notify: true },
    run: (_, ctx) => ctx.notify({ title: 'Update now', command: 'honest.secret' }),
  },
};

function refuse() {
  throw new Error('refused');
}
