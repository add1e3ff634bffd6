import { expect, test } from 'vitest';
import { requestPage } from './request-page.ts';

test('the page for a request is that of the service, whichever way its address is written, and none where nobody knows it', () => {
  const page = (address: string, base?: string) => requestPage({ address, branch: 'fix/dst #1' }, base)?.href;
  expect([
    page('https://github.com/acme/tides.git', 'main'),
    page('git@github.com:acme/tides.git', 'main'),
    page('ssh://git@gitlab.com/acme/sea/tides.git', 'main'),
    page('https://bitbucket.org/acme/tides'),
    page('https://codeberg.org/acme/tides.git', 'main'),
    page('https://git.example.org/acme/tides.git', 'main'),
    page('https://github.com.evil.example/acme/tides.git', 'main'),
    page('constructor:acme/tides.git', 'main'),
    page('/srv/tides.git', 'main'),
  ]).toEqual([
    'https://github.com/acme/tides/compare/main...fix%2Fdst%20%231?expand=1',
    'https://github.com/acme/tides/compare/main...fix%2Fdst%20%231?expand=1',
    'https://gitlab.com/acme/sea/tides/-/merge_requests/new?merge_request%5Bsource_branch%5D=fix%2Fdst%20%231&merge_request%5Btarget_branch%5D=main',
    'https://bitbucket.org/acme/tides/pull-requests/new?source=fix%2Fdst%20%231',
    'https://codeberg.org/acme/tides/compare/main...fix%2Fdst%20%231',
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
