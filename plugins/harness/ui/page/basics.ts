import type { Task } from '../../contract/index.ts';
import type { Words } from './facts.ts';

/** The tasks that come with Atelier, in the person's language; each can be told done by files, a command or the answer. */
export function basicTasks(text: Words): Task[] {
  const seconds = 300;
  return [
    {
      ...{ id: 'fix', text: text.of('taskText.fix'), seconds },
      files: [{ path: 'greet.sh', text: '#!/bin/sh\necho "Hello"\n' }],
      checks: [
        { of: 'file', path: 'greet.sh', has: '$1' },
        { of: 'command', has: 'Hello, Ada' },
      ],
    },
    {
      ...{ id: 'count', text: text.of('taskText.count'), seconds },
      files: [{ path: 'data.txt', text: 'storm 3\ncalm 1\nstorm 8\na storm\nstormy 2\ncalm 4\nstorm 1\n' }],
      checks: [{ of: 'file', path: 'count.txt', has: '4' }],
    },
    {
      ...{ id: 'find', text: text.of('taskText.find'), seconds },
      files: [
        { path: 'logs/may.txt', text: 'Calm. The mast was painted.\n' },
        { path: 'logs/june.txt', text: 'The boat lies in Roskoff until the autumn.\n' },
        { path: 'logs/july.txt', text: 'Nobody was there.\n' },
      ],
      checks: [{ of: 'answer', has: 'Roskoff' }],
    },
  ];
}
