import type { Page } from 'playwright-core';

interface Node {
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
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as unknown as { readonly nodes: readonly Node[] };
  await session.detach();
  const byId = new Map(nodes.map(node => [node.nodeId, node]));
  const walk = (node: Node | undefined): readonly number[] => {
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
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as unknown as { readonly nodes: readonly Node[] };
  await session.detach();
  const byId = new Map(nodes.map(node => [node.nodeId, node]));
  const walk = (node: Node | undefined): readonly string[] => {
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
