import { defineChannel, defineExtension } from '@atelier/kernel';
import { todosIn } from './todos.js';

const TodoComments = defineChannel('todo-comments');

export default defineExtension({
  activate(ctx) {
    const followed = new Set();
    const channel = ctx.serve(TodoComments, {
      async find({ project }) {
        const files = ctx.projects.files(project);
        const paths = await files.list();
        if (!followed.has(project)) void follow(project, files);
        const found = [];
        for (const path of paths) {
          const bytes = await read(files, path);
          for (const todo of todosIn(new TextDecoder().decode(bytes))) found.push({ path, ...todo });
        }
        return found;
      },
    });

    /** Says that there is something new, until the extension stops or the person takes the right away. */
    async function follow(project, files) {
      followed.add(project);
      try {
        for (;;) {
          await files.changes(ctx.signal);
          channel.emit('changed', { project });
        }
      } catch (error) {
        if (!ctx.signal.aborted) ctx.log.info(error.message);
      } finally {
        followed.delete(project);
      }
    }
  },
});

/** What was removed since it was listed, or is too large, has no comments. */
async function read(files, path) {
  try {
    return await files.read(path);
  } catch {
    return new Uint8Array();
  }
}
