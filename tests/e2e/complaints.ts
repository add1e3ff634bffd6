import type { BrowserContext, Page } from 'playwright-core';

/** Everything a browser has to complain of in one test. */
export class Complaints {
  readonly #seen: string[] = [];
  readonly #allowed: RegExp[] = [
    // Chromium does not know this directive yet, and says so.
    /Unrecognized Content-Security-Policy directive 'webrtc'/,
  ];

  /** Listens to every page of a context, also those that are opened later. */
  async watch(context: BrowserContext): Promise<void> {
    // Some violations only reach the page itself.
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', event => {
        console.error(`policy violated: ${event.violatedDirective} by ${event.blockedURI} at ${event.sourceFile}:${event.lineNumber}`);
      });
    });
    context.on('page', page => this.#listen(page));
    context.on('weberror', error => this.#add(`error: ${error.error().stack ?? String(error.error())}`));
    context.on('requestfailed', request => {
      // A page that is left takes its requests along.
      const why = request.failure()?.errorText ?? '';
      if (why !== 'net::ERR_ABORTED') this.#add(`request failed: ${request.url()} ${why}`);
    });
    context.on('response', response => {
      if (response.status() >= 400) this.#add(`request refused: ${response.status()} ${response.url()}`);
    });
  }

  allow(...patterns: readonly RegExp[]): void {
    this.#allowed.push(...patterns);
  }

  /** What nobody has allowed. */
  left(): readonly string[] {
    return [...new Set(this.#seen)].filter(text => !this.#allowed.some(pattern => pattern.test(text)));
  }

  #listen(page: Page): void {
    page.on('console', message => {
      if (!['error', 'warning'].includes(message.type())) return;
      // Chromium says what failed to load without its address, which stands beside it.
      const what = message.text().startsWith('Failed to load resource') ? ` ${message.location().url}` : '';
      this.#add(`console ${message.type()}: ${message.text()}${what}`);
    });
    page.on('crash', () => this.#add('the page crashed'));
  }

  #add(text: string): void {
    // A ticket is worth nothing any more, and still has no place in a report.
    this.#seen.push(text.replace(/\?t=[\w-]+/, '?t=…'));
  }
}
