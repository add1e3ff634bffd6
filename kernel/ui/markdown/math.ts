import temml from 'temml';

const space = 'http://www.w3.org/1998/Math/MathML';
const tags = new Set(
  'math semantics mrow mi mn mo ms mtext mspace msup msub msubsup munder mover munderover mfrac msqrt mroot mstyle mpadded mphantom menclose mtable mtr mtd mlabeledtr mmultiscripts mprescripts none merror'.split(
    ' ',
  ),
);
const attributes = new Set(
  'display displaystyle scriptlevel mathvariant stretchy fence separator accent accentunder form lspace rspace minsize maxsize symmetric largeop movablelimits linethickness width height depth voffset columnalign columnspacing columnlines rowspacing rowlines rowalign notation dir'.split(
    ' ',
  ),
);

/** Renders a formula in place of its source; one that cannot be parsed stays as source. */
export function setFormula(place: HTMLElement, source: string, isBlock: boolean): void {
  const draft = document.createElement('span');
  try {
    temml.render(source, draft, { displayMode: isBlock, throwOnError: true, trust: false, maxExpand: 200, maxSize: [20, 100] });
  } catch {
    return;
  }
  const made = copied(draft);
  if (made.childNodes.length === 0) return;
  const math = made.querySelector('math');
  // Screen readers and the clipboard get the source of the formula.
  math?.setAttribute('alttext', source);
  place.replaceChildren(made);
}

/** Copies only MathML elements into the page, whatever else the renderer created. */
function copied(from: Node): DocumentFragment {
  const made = document.createDocumentFragment();
  for (const node of from.childNodes) {
    if (node instanceof Text) made.append(new Text(node.data));
    if (!(node instanceof Element)) continue;
    const tag = node.localName;
    if (tags.has(tag) && node.namespaceURI === space) {
      const element = document.createElementNS(space, tag);
      for (const { name, value } of node.attributes) if (attributes.has(name)) element.setAttribute(name, value);
      if (node.classList.contains('tml-left')) element.classList.add('left');
      element.append(copied(node));
      made.append(element);
    } else made.append(copied(node));
  }
  return made;
}
