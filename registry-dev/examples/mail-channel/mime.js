const deepest = 6;
const mostParts = 40;
/** A longer word of a server on a writer is not looked at: the writer may have written it. */
const mostVouched = 4096;

/** A mail as it came: who wrote it, what it answers, its text, and its files. Undefined if it says not exactly one writer. */
export function readMail(bytes, { isCut = false } = {}) {
  const source = Buffer.from(bytes).toString('latin1');
  const whole = partOf(source);
  const froms = whole.headers.filter(([name]) => name === 'from');
  const from = froms.length === 1 ? addressOf(froms[0][1]) : undefined;
  if (from === undefined) return undefined;
  const found = { texts: [], pages: [], files: [], parts: 0 };
  walk(whole, found, 0);
  const header = name => whole.headers.find(([own]) => own === name)?.[1];
  const text = found.texts.length > 0 ? found.texts.join('\n') : found.pages.map(plainText).join('\n');
  return {
    ...from,
    header,
    headers: whole.headers,
    subject: decodeWords(header('subject') ?? '').slice(0, 200),
    messageId: idsIn(header('message-id'))[0],
    references: [...idsIn(header('references')), ...idsIn(header('in-reply-to'))],
    text: withoutQuotes(text),
    // The last file of a mail that was cut is half a file.
    files: isCut ? [] : found.files,
  };
}

/** The one address of a header, and the name before it. What is in quotes, in a comment or in encoded words is a name and no address. */
export function addressOf(text) {
  const [, words = '', inside = text] = /^((?:"(?:[^"\\]|\\.)*"|[^"<>()])*)<([^<>]*)>$/.exec(text.trim()) ?? [];
  const address = inside.trim().toLowerCase();
  if (!/^[^\s@<>,;:"()[\]\\]{1,64}@[a-z0-9.-]{1,200}$/.test(address)) return undefined;
  const name = decodeWords(words).replaceAll('"', '').trim();
  return { address, name: name === '' ? address : name.slice(0, 80) };
}

/**
 * Only what the own server has added counts, and that is the first one; of it, the check of the very domain of the address. What is in quotes
 * or a comment may be the writer's own words.
 */
export function isVouchedFor({ headers, address }, authserv) {
  const [, first = ''] = headers.find(([name]) => name === 'authentication-results') ?? [];
  if (authserv === '' || first.length > mostVouched) return false;
  const said = withoutQuotedAndComments(first);
  if (said === undefined) return false;
  const [by = '', ...results] = said.split(';').map(part => part.trim().toLowerCase().split(/\s+/));
  const domain = address.split('@')[1];
  return (
    by[0] === authserv &&
    results.some(
      ([result, ...about]) =>
        result === 'dmarc=pass' && about.every(one => !one.startsWith('header.from=') || one === `header.from=${domain}`),
    )
  );
}

/** What is outside of quotes and comments; undefined if one of them has no end or no beginning. */
function withoutQuotedAndComments(text) {
  let said = '';
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"') isQuoted = !isQuoted;
    else if (isQuoted) at += sign === '\\' ? 1 : 0;
    else if (sign === '(') depth += 1;
    else if (sign === ')') {
      depth -= 1;
      said += ' ';
    } else if (depth === 0) said += sign;
    if (depth < 0) return undefined;
  }
  return isQuoted || depth > 0 ? undefined : said;
}

const idsIn = (text = '') => [...text.matchAll(/<([^<>\s]{1,250})>/g)].map(([, id]) => id);

function partOf(source) {
  const end = /\r?\n\r?\n/.exec(source);
  const head = end === null ? source : source.slice(0, end.index);
  const headers = head
    .replaceAll(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)
    .slice(0, 500)
    .map(line => [line.slice(0, line.indexOf(':')).trim().toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]);
  const header = name => headers.find(([own]) => own === name)?.[1] ?? '';
  const [type = 'text/plain', ...more] = (header('content-type') || 'text/plain').split(';');
  const parameter = name => parameterIn(more.join(';'), name);
  const [disposition = ''] = header('content-disposition').split(';');
  return {
    headers,
    type: type.trim().toLowerCase(),
    parameter,
    encoding: header('content-transfer-encoding').trim().toLowerCase(),
    isFile: disposition.trim().toLowerCase() === 'attachment',
    name: decodeWords(parameterIn(header('content-disposition'), 'filename') ?? parameter('name') ?? 'file'),
    body: end === null ? '' : source.slice(end.index + end[0].length),
  };
}

function parameterIn(text, name) {
  for (const part of text.split(';')) {
    const [key, ...value] = part.split('=');
    if (key.trim().toLowerCase() === name)
      return value
        .join('=')
        .trim()
        .replace(/^"(.*)"$/, '$1');
  }
  return undefined;
}

function walk(part, found, depth) {
  found.parts += 1;
  if (found.parts > mostParts || depth > deepest) return;
  const boundary = part.type.startsWith('multipart/') ? part.parameter('boundary') : undefined;
  if (boundary !== undefined && boundary !== '') {
    const inner = `\n${part.body}`.split(`\n--${boundary}`).slice(1, mostParts + 1);
    for (const one of inner) if (!one.startsWith('--')) walk(partOf(one.replace(/^[^\n]*\n/, '')), found, depth + 1);
    return;
  }
  const bytes = decoded(part);
  if (part.isFile || !part.type.startsWith('text/'))
    found.files.push({ name: part.name.slice(0, 200), mimeType: part.type.slice(0, 100), data: bytes.toString('base64') });
  else (part.type === 'text/html' ? found.pages : found.texts).push(textOf(bytes, part.parameter('charset')));
}

function decoded({ encoding, body }) {
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  return encoding === 'quoted-printable' ? unquoted(body) : Buffer.from(body, 'latin1');
}

function unquoted(text) {
  const plain = text
    .replaceAll(/=[ \t]*\r?\n/g, '')
    .replaceAll(/=([0-9A-Fa-f]{2})/g, (_all, code) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(plain, 'latin1');
}

function textOf(bytes, charset = 'utf-8') {
  try {
    return new TextDecoder(charset).decode(bytes).replaceAll('\r\n', '\n');
  } catch {
    return new TextDecoder().decode(bytes).replaceAll('\r\n', '\n');
  }
}

/** Words of a header that are not in ASCII. */
export function decodeWords(text) {
  const joined = text.replaceAll(/\?=\s+=\?/g, '?==?');
  const words = joined.replaceAll(/=\?([\w-]{1,40})\?([bBqQ])\?([^?\s]*)\?=/g, (_all, charset, kind, value) =>
    textOf(kind.toLowerCase() === 'b' ? Buffer.from(value, 'base64') : unquoted(value.replaceAll('_', ' ')), charset),
  );
  // Headers in plain UTF-8.
  return /[\x80-\xff]/.test(words) && words === joined ? textOf(Buffer.from(words, 'latin1')) : words;
}

function plainText(page) {
  return page
    .replaceAll(/<(?:br|\/p|\/div|\/li|\/tr)[^<>]*>/gi, '\n')
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}

/** Without what it quotes at its end, and the line that introduces that. */
function withoutQuotes(text) {
  const lines = text.trimEnd().split('\n');
  let end = lines.length;
  while (end > 0 && (lines[end - 1].startsWith('>') || lines[end - 1].trim() === '')) end -= 1;
  if (end < lines.length && lines.slice(end).some(line => line.startsWith('>')) && /:\s*$/.test(lines[end - 1] ?? '')) end -= 1;
  return lines.slice(0, end).join('\n').trim();
}

/** A mail in plain text. Nothing of what is in it can become a header. */
export function writeMail({ from, to, subject, messageId, answers, references, text, date }) {
  const ids = [...new Set([...references, ...(answers === undefined ? [] : [answers])])].slice(-20);
  const headers = [
    `From: <${from}>`,
    `To: <${to}>`,
    `Subject: ${encodeWords(subject)}`,
    `Date: ${date.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${messageId}>`,
    ...(answers === undefined ? [] : [`In-Reply-To: <${answers}>`]),
    ...(ids.length === 0 ? [] : [`References: ${ids.map(id => `<${id}>`).join('\r\n ')}`]),
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
  ];
  const body = Buffer.from(text).toString('base64').replaceAll(/.{76}/g, '$&\r\n');
  return `${headers.join('\r\n')}\r\n\r\n${body}`;
}

function encodeWords(text) {
  const line = text.replaceAll(/[\r\n\0]/g, ' ');
  if (/^[\x20-\x7e]*$/.test(line)) return line;
  const words = [];
  let word = '';
  for (const sign of line) {
    if (Buffer.byteLength(word + sign) > 42) {
      words.push(word);
      word = '';
    }
    word += sign;
  }
  return [...words, word].map(one => `=?utf-8?B?${Buffer.from(one).toString('base64')}?=`).join('\r\n ');
}
