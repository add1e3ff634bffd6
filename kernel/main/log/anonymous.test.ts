import { expect, test } from 'vitest';
import { anonymous } from './anonymous.ts';

const names = { home: '/people/marie', user: 'marie', host: 'atelier-du-nord' };

test('a person’s folder, name, machine and addresses are redacted in a text, and the rest stays readable', () => {
  const texts = [
    'ENOENT: /people/marie/letters/notes.md',
    'C:\\Users\\Marie Curie\\x and {"path":"C:\\\\Users\\\\marie\\\\x"}',
    '/Users/pierre/Library',
    'Marie wrote to pierre.curie+lab@example.fr from ATELIER-DU-NORD',
    'mariette and remarie stay',
    'connect ECONNREFUSED 192.168.1.20:443, not 127.0.0.1:1455, version 1.2.3',
  ];
  expect(texts.map(text => anonymous(text, names))).toEqual([
    'ENOENT: ~/letters/notes.md',
    '~ Curie\\x and {"path":"~\\\\x"}',
    '~/Library',
    '[person] wrote to [e-mail] from [machine]',
    'mariette and remarie stay',
    'connect ECONNREFUSED [address]:443, not 127.0.0.1:1455, version 1.2.3',
  ]);
});

test('common names, and names that are not known, are not redacted', () => {
  expect(anonymous('root at localhost, /opt/x', { home: '', user: 'root', host: 'localhost' })).toBe('root at localhost, /opt/x');
});
