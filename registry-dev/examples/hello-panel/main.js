/** The main side: plain JavaScript in a process of its own, which handles one command. */
const greetings = { fr: name => `Bonjour, ${name}.`, en: name => `Hello, ${name}.` };

export default {
  activate(ctx) {
    ctx.handle('hello-panel.greet', async ({ name, locale = 'fr' }) => greetings[locale](name));
  },
};
