import type { Page } from 'playwright-core';

interface AxNode {
  readonly nodeId: string;
  readonly ignored?: boolean;
  readonly role?: { readonly value?: unknown };
  readonly name?: { readonly value?: unknown };
  readonly childIds?: readonly string[];
  readonly properties?: readonly { readonly name: string; readonly value: { readonly value?: unknown } }[];
}

const said = /^(?:banner|main|navigation|complementary|contentinfo|region|form|heading|button|textbox|combobox|article|log|listitem)$/;

/** The levels of the headings on the page, in order. */
export async function levels(page: Page): Promise<readonly number[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as unknown as { readonly nodes: readonly AxNode[] };
  await session.detach();
  const byId = new Map(nodes.map(node => [node.nodeId, node]));
  const walk = (node: AxNode | undefined): readonly number[] => {
    if (node === undefined) return [];
    const level = node.properties?.find(({ name }) => name === 'level')?.value.value;
    const own = node.ignored !== true && node.role?.value === 'heading' ? [Number(level)] : [];
    return [...own, ...(node.childIds ?? []).flatMap(id => walk(byId.get(id)))];
  };
  return walk(nodes[0]);
}

/** What a screen reader meets on the page, in the order of the accessibility tree: landmarks, headings and what can be acted on, with their names. */
export async function heard(page: Page): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as unknown as { readonly nodes: readonly AxNode[] };
  await session.detach();
  const byId = new Map(nodes.map(node => [node.nodeId, node]));
  const walk = (node: AxNode | undefined): readonly string[] => {
    if (node === undefined) return [];
    const role = String(node.role?.value ?? '');
    const name = String(node.name?.value ?? '')
      .replaceAll(/\s+/g, ' ')
      .trim();
    const own = node.ignored !== true && said.test(role) ? [`${role} ${name}`.trim()] : [];
    return [...own, ...(node.childIds ?? []).flatMap(id => walk(byId.get(id)))];
  };
  return walk(nodes[0]);
}

/** Each addition to what is read aloud, wherever on the page, in order: what a screen reader says with no help of the person. */
export const listenEverywhere = (page: Page) =>
  page.evaluate(() => {
    const log: string[] = [];
    Object.assign(window, { everything: log });
    const words = (node: Node): string => {
      const inner = node instanceof Element && node.shadowRoot !== null ? node.shadowRoot : node;
      if (node instanceof Element && (node.localName === 'style' || node.getAttribute('aria-hidden') === 'true')) return '';
      return node instanceof Text ? node.data : [...inner.childNodes].map(words).join(' ');
    };
    const live = (node: Node | null): boolean => {
      for (let at = node; at !== null; at = at.parentNode instanceof ShadowRoot ? at.parentNode.host : at.parentNode)
        if (at instanceof Element && at.matches('[aria-live=polite], [aria-live=assertive], [role=alert], [role=status], [role=log]'))
          return true;
      return false;
    };
    const say = (node: Node): void => {
      const text = words(node).replaceAll(/\s+/g, ' ').trim();
      if (text !== '') log.push(text);
    };
    const watched = new WeakSet<Node>();
    const fresh = new WeakSet<Element>();
    const watch = (root: Node): void => {
      if (watched.has(root)) return;
      watched.add(root);
      new MutationObserver(changes => {
        for (const { addedNodes, target, type } of changes) {
          if (type === 'characterData' && live(target)) say(target);
          for (const added of addedNodes) {
            find(added);
            // What is in an element that is itself new is said with it.
            const host = added.getRootNode() instanceof ShadowRoot ? (added.getRootNode() as ShadowRoot).host : undefined;
            if (host !== undefined && fresh.has(host)) {
              if (added instanceof Element) fresh.add(added);
              continue;
            }
            if (added instanceof Element) for (const one of [added, ...added.querySelectorAll('*')]) fresh.add(one);
            // An element of the kit has its words only when it was drawn.
            if (live(added)) requestAnimationFrame(() => say(added));
          }
        }
      }).observe(root, { childList: true, characterData: true, subtree: true });
    };
    const find = (node: Node): void => {
      if (node instanceof Element && node.shadowRoot !== null) {
        watch(node.shadowRoot);
        node.shadowRoot.childNodes.forEach(find);
      }
      node.childNodes.forEach(find);
    };
    watch(document);
    find(document.body);
  });

/** What was said since then, each time that something was. */
export const saidAloud = (page: Page) => page.evaluate(() => (window as unknown as { everything: string[] }).everything);
