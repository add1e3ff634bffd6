import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Session files of some weeks, as the engine writes them. */
export function withHistory(userData: string): void {
  const folder = join(userData, '.agent', 'agent', 'sessions');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const kinds = [
    { provider: 'anthropic', model: 'claude-sonnet-4-5', title: 'Gaps in the Dover series', cost: 0.31 },
    { provider: 'openai', model: 'gpt-5-mini', title: 'Add the German locale to the harbour list', cost: 0.04 },
    { provider: 'lab', model: 'qwen3-coder-30b', title: 'Chart colours on Linux', cost: 0 },
    { provider: 'github-copilot', model: 'gpt-5', title: 'Release notes for 2.4', cost: 0.2 },
  ];
  for (const [kind, { provider, model, title, cost }] of kinds.entries()) {
    const conversation = `00000000-0000-4000-8000-00000000000${kind}`;
    const lines: object[] = [{ type: 'session', version: 3, id: conversation, timestamp: at(26), cwd: '/' }];
    const say = (id: string, timestamp: string, message: object) =>
      lines.push({ type: 'message', id, parentId: lines.length === 1 ? null : lastId(lines), timestamp, message });
    for (let day = 26; day >= 0; day -= 1 + ((day * 3 + kind) % 3)) {
      const tokens = 2000 + ((day * 7919 + kind * 104_729) % 40_000);
      const usage = {
        input: tokens,
        output: tokens / 10,
        cacheRead: tokens * 3,
        cacheWrite: 0,
        totalTokens: tokens * 4.1,
        cost: { total: (cost * tokens) / 9000 },
      };
      say(`q${kind}${day}`, at(day), { role: 'user', content: title });
      say(`a${kind}${day}`, at(day), {
        role: 'assistant',
        provider,
        model,
        api: 'x',
        content: [{ type: 'text', text: 'Done.' }],
        stopReason: 'stop',
        usage,
      });
    }
    writeFileSync(
      join(folder, `2026-01-0${kind + 1}T00-00-00-000Z_${conversation}.jsonl`),
      lines.map(line => `${JSON.stringify(line)}\n`).join(''),
    );
  }
}

const lastId = (lines: readonly object[]) => (lines.at(-1) as { id?: string }).id ?? null;
const at = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000 - 1000).toISOString();
