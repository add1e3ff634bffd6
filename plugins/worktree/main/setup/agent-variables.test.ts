import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AgentChannel } from '@atelier/agent/contract';
import { ConversationsChannel } from '@atelier/conversations/contract';
import { testKernel } from '@atelier/kernel/testing';
import { expect, vi } from 'vitest';
import { tempFolder } from '../../../../kernel/testing/temp-folder.ts';
import { type ModelRequest, openModelServer } from '../../../../tests/e2e/model-server.ts';
import { writeLocalModel } from '../../../../tests/support/local-model.ts';
import { lacks, needing } from '../../../../tests/support/needing.ts';
import { detectSandbox } from '../../../agent/engine/detect-sandbox.ts';
import { listen } from '../../../agent/main/demo.fixture.ts';
import { WorktreeChannel } from '../../contract/index.ts';

vi.setConfig({ testTimeout: 120_000 });

const plugins = ['worktree', 'conversations', 'agent', 'providers'].map(name => `@atelier/${name}`);
const git = (folder: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
const lastIs = (role: string) => (request: ModelRequest) => request.body.messages?.at(-1)?.role === role;

needing((await detectSandbox()) === undefined && lacks.sandbox)(
  'a command of the agent has the port and the database of its worktree, and none of them before it moved there',
  async () => {
    using temp = tempFolder();
    using profile = tempFolder();
    const folder = join(realpathSync(temp.path), 'tides');
    mkdirSync(folder);
    git(folder, 'init', '-q', '-b', 'main');
    writeFileSync(join(folder, 'a.txt'), 'one\n');
    git(folder, 'add', '-A');
    git(folder, 'commit', '-qm', 'first');
    await using server = await openModelServer();
    writeLocalModel(profile.path, server.url);
    await using kernel = await testKernel({ plugins, profile: profile.path });
    const channel = kernel.client(ConversationsChannel);
    await channel.call('savePreferences', { titles: 'words' });
    const command = { name: 'bash', arguments: { command: 'echo "[$PORT $ATELIER_DATABASE]"' } };
    const answer = () => JSON.stringify(server.requests.at(-1)?.body.messages?.at(-1));
    const script = () => server.script({ when: lastIs('user'), tools: [command] }, { when: lastIs('tool'), text: 'Done.' });
    script();
    const project = (await channel.call('addProject', { folder }))?.id ?? '';
    const { conversation } = await channel.call('send', { text: 'look', project, model: 'local/m1' });
    await listen(kernel, conversation).ended();
    const before = answer();
    await kernel.client(WorktreeChannel).call('create', { conversation });
    script();
    const heard = listen(kernel, conversation);
    await kernel.client(AgentChannel).call('prompt', { conversation, text: 'look again' });
    await heard.ended();
    expect([before, answer()]).toEqual([expect.stringContaining('[ ]'), expect.stringContaining('[20020 tides_1]')]);
  },
);
