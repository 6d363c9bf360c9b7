const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** For element content and for attributes in double quotes, in HTML and in XML. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign)

type Attributes = Readonly<Record<string, string | number>>

const attributesOf = (attributes: Attributes): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeHtml(String(value))}"`)
    .join('')

/** An HTML element that has neither content nor an end tag, such as `<meta>`. */
export const voidTag = (name: string, attributes: Attributes): string =>
  `<${name}${attributesOf(attributes)}>`

/** An XML element without content. */
export const emptyElement = (name: string, attributes: Attributes): string =>
  `<${name}${attributesOf(attributes)}/>`

/** @param content is markup already; see `textElement` */
export const element = (name: string, content: string, attributes: Attributes = {}): string =>
  `<${name}${attributesOf(attributes)}>${content}</${name}>`

export const textElement = (name: string, text: string, attributes: Attributes = {}): string =>
  element(name, escapeHtml(text), attributes)
