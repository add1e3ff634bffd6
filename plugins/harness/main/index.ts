import { Agent, afterToolCall, beforeToolCall, composePrompt, conversationForgotten, Git } from '@atelier/agent/contract';
import { Conversations, conversationCreated } from '@atelier/conversations/contract';
import { defineExtension, Person } from '@atelier/kernel';
import { HarnessChannel } from '../contract/index.ts';
import { openArchive } from './archive.ts';
import { harnessCalls } from './calls.ts';
import { denialBy, withCandidate } from './candidates/apply.ts';
import { Candidates } from './candidates/candidates.ts';
import { OptimizerRuns } from './evaluation/optimizer.ts';
import { ownTasks } from './evaluation/own-tasks.ts';
import { Places } from './evaluation/run-task.ts';
import { Trials } from './evaluation/trials.ts';
import { labelsOf } from './feedback/labels.ts';
import { openRatings } from './feedback/ratings.ts';
import { openRecording, recordOn } from './feedback/recording.ts';
import { migrations } from './migrations/index.ts';
import { limitMs, probe } from './snapshot/probe.ts';
import { Snapshots } from './snapshot/snapshots.ts';

export default defineExtension({
  activate(ctx) {
    const db = ctx.database(migrations);
    const archive = openArchive(ctx.paths.profile('metaHarness'));
    const candidates = new Candidates(archive);
    const [ratings, recording] = [openRatings(db), openRecording(db)];
    const [conversations, git, person] = [ctx.get(Conversations), ctx.get(Git), ctx.get(Person)];
    const snapshots = new Snapshots(
      folder => probe(folder, { git, environment: process.env, platform: process.platform, limitMs }),
      Date.now,
    );
    const places = new Places();
    const optimizer = new OptimizerRuns({
      ...{ candidates, ratings, archive, places, now: Date.now },
      agent: ctx.get(Agent),
      changed: () => channel.emit('optimizerChanged', null),
      promoted: () => changed(),
    });
    ctx.defer('the optimizer', () => optimizer.stop());
    const agent = ctx.get(Agent);
    const trials = new Trials({
      ...{ agent, candidates, places, now: Date.now },
      ownTasks: () => ownTasks({ conversations, agent, git }),
      changed: () => channel.emit('trialChanged', null),
    });
    ctx.defer('the trial', () => trials.stop());
    const changed = () => channel.emit('harnessChanged', null);
    const channel = ctx.serve(
      HarnessChannel,
      harnessCalls({ candidates, optimizer, trials, ratings, recording, conversations, now: Date.now, changed }),
    );

    ctx.tap(composePrompt, async prompt => {
      const candidate = await candidates.active();
      const { conversation, sections } = prompt;
      const folder = candidate.bootstrap.environmentSnapshot ? await folderOf(conversation) : undefined;
      return { ...prompt, sections: withCandidate(candidate, sections, folder && snapshots.of(folder)) };
    });
    ctx.tap(beforeToolCall, async call => {
      const deny = denialBy(places.candidateAt(call.cwd) ?? (await candidates.active()), call);
      return deny === undefined ? undefined : { deny };
    });
    ctx.tap(afterToolCall, async after => {
      const { call, outcome } = after;
      places.ended(call.cwd, { name: call.name, args: call.args, outcome });
      const advice = outcome.ok ? '' : (places.candidateAt(call.cwd) ?? (await candidates.active())).hooks.after;
      return advice === '' ? after : { ...after, notes: [...after.notes, advice] };
    });
    ctx.tap(conversationCreated, async ({ conversation }) => {
      if (recording.isOn) await recordOn(conversations, conversation, (await candidates.active()).id);
    });
    ctx.tap(conversationForgotten, async ({ conversation }) => ratings.forget(conversation));
    for (const thumb of ['up', 'down'] as const)
      ctx.handle(`harness.${thumb}Labels`, async args => {
        const { conversation } = args as { readonly conversation: string };
        return labelsOf(ratings.of(conversation), thumb, await person.language());
      });

    /** The folder that a conversation works in; undefined for the global workspace, which is no project. */
    async function folderOf(conversation: string): Promise<string | undefined> {
      try {
        const { worktreePath } = await conversations.describe(conversation);
        return worktreePath ?? (await conversations.projectFolder(conversation));
      } catch {
        return undefined;
      }
    }
  },
});
