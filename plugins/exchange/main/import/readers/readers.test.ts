import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chatGpt, claude, claudeCode, codex, lines, pi, pixel } from '../../fixtures/samples.fixture.ts';
import { outline, readAll, scratch, writeOpencodeDatabase, writeOpencodeFiles, zipOf } from '../../fixtures/write.fixture.ts';

const read = async (path: string) => {
  const { steps, kind, how } = await readAll(path);
  return { kind, how, steps: steps.map(step => (step.step === 'found' ? outline(step) : step)) };
};

test('a ChatGPT archive is imported with the branch shown last, its images and tools, and its losses are listed', async () => {
  using folder = scratch();
  const file = await zipOf(join(folder.path, 'export.zip'), {
    'conversations.json': JSON.stringify([chatGpt]),
    'file_0000aa11-sanitized.png': pixel,
    'chat.html': '<html></html>',
    'sora.json': '{}',
  });
  expect(await read(file)).toMatchInlineSnapshot(`
    {
      "how": "zip",
      "kind": "chatgpt",
      "steps": [
        {
          "losses": {
            "attachment": 1,
            "branch": 1,
            "custom-gpt": 1,
            "instructions": 1,
            "missing-image": 1,
            "unknown-record": 1,
          },
          "messages": [
            [
              "user",
              "image: image/png",
              "text: How do I bake bread?",
            ],
            [
              "assistant openai/o3",
              "thinking: Weighing
    How much flour?",
              "python {"code":"print(500 * 0.7)"} -> ok 350.0",
            ],
            [
              "assistant openai/o3",
              "text: Take 500 g of "strong ]} flour and 350 g of water. \\",
            ],
            [
              "user",
              "text: Thanks",
            ],
          ],
          "pinned": true,
          "sourceId": "c-bread",
          "title": "Bread, twice",
        },
        {
          "losses": [
            {
              "count": 1,
              "example": "sora.json",
              "kind": "other-file",
            },
          ],
          "step": "aside",
        },
      ],
    }
  `);
});

test('a Claude export is imported with attached texts, and missing files are listed', async () => {
  using folder = scratch();
  expect(
    await read(folder.write('conversations.json', JSON.stringify([claude, { uuid: 'e', name: 'Empty', chat_messages: [] }]))),
  ).toMatchInlineSnapshot(`
    {
      "how": "json",
      "kind": "claude",
      "steps": [
        {
          "losses": {
            "attachment": 1,
            "missing-image": 1,
            "unknown-record": 1,
          },
          "messages": [
            [
              "user",
              "text: Lis ce fichier",
              "text: notes.txt

    trois œufs",
            ],
            [
              "assistant",
              "thinking: Je regarde.",
              "web_search {"query":"œufs"} -> ok dix résultats",
            ],
            [
              "assistant",
              "text: Voici le plan.",
            ],
          ],
          "sourceId": "cl-1",
          "title": "Un plan",
        },
        {
          "losses": [
            {
              "count": 1,
              "example": "Empty",
              "kind": "empty-conversation",
            },
          ],
          "step": "aside",
        },
      ],
    }
  `);
});

test('a Codex session is imported without duplicates and without text that the program added', async () => {
  using folder = scratch();
  expect(await read(folder.write('rollout-1.jsonl', lines(codex)))).toMatchInlineSnapshot(`
    {
      "how": "lines",
      "kind": "codex",
      "steps": [
        {
          "folder": "/people/me/bread",
          "losses": {
            "compaction": 1,
            "instructions": 1,
            "sealed-thinking": 1,
            "unknown-record": 1,
          },
          "messages": [
            [
              "user",
              "text: List the files",
            ],
            [
              "assistant openai/gpt-5-codex",
              "thinking: **Listing**",
              "shell {"command":["ls"]} -> no ls: no",
            ],
            [
              "assistant openai/gpt-5-codex",
              "text: It failed.",
            ],
          ],
          "sourceId": "cx-1",
          "title": "List the files",
        },
      ],
    }
  `);
});

test('a Codex session of the first format, without record types, is read too', async () => {
  using folder = scratch();
  const old = [
    { id: 'old', timestamp: '2025-05-02T09:30:00Z', instructions: null, git: {} },
    { record_type: 'state' },
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hello' }] },
    { type: 'local_shell_call', call_id: 'l', status: 'completed', action: { type: 'exec', command: ['ls'] } },
    { type: 'function_call_output', call_id: 'l', output: { content: 'a', success: true } },
  ];
  expect(await read(folder.write('old.jsonl', lines(old)))).toMatchInlineSnapshot(`
    {
      "how": "lines",
      "kind": "codex",
      "steps": [
        {
          "losses": {},
          "messages": [
            [
              "user",
              "text: Hello",
            ],
            [
              "assistant",
              "local_shell {"type":"exec","command":["ls"]} -> ok a",
            ],
          ],
          "sourceId": "old",
          "title": "Hello",
        },
      ],
    }
  `);
});

test('a Claude Code session keeps parallel calls with their results, and counts the subagent', async () => {
  using folder = scratch();
  expect(await read(folder.write('0205f437-f816-4704-b6f3-9cf7b060888c.jsonl', lines(claudeCode)))).toMatchInlineSnapshot(`
    {
      "how": "lines",
      "kind": "claude-code",
      "steps": [
        {
          "folder": "/people/me/bread",
          "losses": {
            "bad-image": 1,
            "branch": 1,
            "hidden": 1,
            "sidechain": 1,
          },
          "messages": [
            [
              "user",
              "text: Read both",
              "image: image/png",
            ],
            [
              "assistant anthropic/claude-sonnet-4-5",
              "thinking: Two files.",
              "Read {"file_path":"a"} -> ok A",
              "Read {"file_path":"b"} -> no B?",
            ],
            [
              "assistant anthropic/claude-sonnet-4-5",
              "text: One was there.",
            ],
          ],
          "sourceId": "0205f437-f816-4704-b6f3-9cf7b060888c",
          "title": "Baking bread",
        },
      ],
    }
  `);
});

test('an intact pi session is imported as a file; a truncated one and one of an older format as messages', async () => {
  using folder = scratch();
  const [head, ...rest] = pi;
  const older = lines([{ ...head, version: 2 }, ...rest]);
  const whole = await read(folder.write('whole.jsonl', lines(pi)));
  const torn = await read(folder.write('torn.jsonl', `${lines(pi)}{"type":"mess`));
  const old = await read(folder.write('old.jsonl', older));
  expect({ whole, torn: torn.steps, old: old.steps }).toMatchInlineSnapshot(`
    {
      "old": [
        {
          "folder": "/people/me/bread",
          "losses": {
            "branch": 1,
          },
          "messages": [
            [
              "user",
              "text: Run ls",
            ],
            [
              "assistant anthropic/claude-sonnet-4-5",
              "bash {"command":"ls"} -> ok a b",
            ],
            [
              "assistant anthropic/claude-sonnet-4-5",
              "text: Two.",
            ],
          ],
          "sourceId": "pi-1",
          "title": "Files",
        },
      ],
      "torn": [
        {
          "folder": "/people/me/bread",
          "losses": {
            "branch": 1,
            "torn": 1,
          },
          "messages": [
            [
              "user",
              "text: Run ls",
            ],
            [
              "assistant anthropic/claude-sonnet-4-5",
              "bash {"command":"ls"} -> ok a b",
            ],
            [
              "assistant anthropic/claude-sonnet-4-5",
              "text: Two.",
            ],
          ],
          "sourceId": "pi-1",
          "title": "Files",
        },
      ],
      "whole": {
        "how": "lines",
        "kind": "pi",
        "steps": [
          {
            "file": "whole.jsonl",
            "folder": "/people/me/bread",
            "losses": {},
            "messages": [
              [
                "user",
                "text: Run ls",
              ],
              [
                "assistant anthropic/claude-sonnet-4-5",
                "bash {"command":"ls"} -> ok a b",
              ],
              [
                "assistant anthropic/claude-sonnet-4-5",
                "text: Two.",
              ],
            ],
            "sourceId": "pi-1",
            "title": "Files",
          },
        ],
      },
    }
  `);
});

test('opencode’s files and its database give the same result', async () => {
  using folder = scratch();
  writeOpencodeFiles(folder.path);
  const files = await read(folder.path);
  using other = scratch();
  const database = await read(writeOpencodeDatabase(join(other.path, 'opencode.db')));
  expect({ ...files, how: '' }).toEqual({ ...database, how: '' });
  expect(files).toMatchInlineSnapshot(`
    {
      "how": "folder",
      "kind": "opencode",
      "steps": [
        {
          "folder": "/people/me/bread",
          "losses": {
            "attachment": 1,
            "hidden": 1,
          },
          "messages": [
            [
              "user",
              "text: Bake it",
            ],
            [
              "assistant anthropic/claude-opus-4",
              "thinking: Hot.",
              "bash {"command":"bake"} -> no no oven",
            ],
            [
              "assistant anthropic/claude-opus-4",
              "text: No oven.",
            ],
          ],
          "sourceId": "ses_1",
          "title": "Bake",
        },
        {
          "losses": [
            {
              "count": 1,
              "example": "Look around",
              "kind": "sidechain",
            },
          ],
          "step": "aside",
        },
      ],
    }
  `);
});
