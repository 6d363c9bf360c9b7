import type { Page } from 'playwright-core'

/* Everything that a page says, a text a line: what can be seen, what names elements, its title and its description. */

const ATTRIBUTES = ['title', 'alt', 'aria-label', 'placeholder', 'aria-description']
const METAS = ['description', 'og:title', 'og:description', 'og:image:alt', 'og:site_name']

/** The texts of a page as a browser shows it. */
export const shownOn = (page: Page): Promise<string> =>
  page.evaluate(
    ({ attributes, metas }) => {
      // What is far below the window is not laid out before.
      for (const late of document.querySelectorAll<HTMLElement>('.drawn-late'))
        late.style.contentVisibility = 'visible'
      const values = (selector: string, attribute: string) =>
        [...document.querySelectorAll(selector)].map((one) => one.getAttribute(attribute) ?? '')
      return [
        document.title,
        // biome-ignore lint/performance/useDomNodeTextContent: hidden texts do not count.
        document.body.innerText,
        ...attributes.flatMap((name) => values(`body [${name}]`, name)),
        ...metas.flatMap((name) => values(`[name="${name}"], [property="${name}"]`, 'content')),
      ].join('\n')
    },
    { attributes: ATTRIBUTES, metas: METAS },
  )

const INLINE = /<\/?(?:a|abbr|b|bdi|br|code|em|i|mark|small|span|strong|time|wbr)\b[^>]*>/g
const NAMED = new RegExp(`(?<=\\s(?:${ATTRIBUTES.join('|')})=")[^"]+`, 'g')
const DESCRIBED = new RegExp(`<meta [^>]*"(?:${METAS.join('|')})"[^>]*content="([^"]*)"`, 'g')
const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&quot;': '"',
  '&lt;': '<',
  '&gt;': '>',
  '&#x27;': "'",
  '&#39;': "'",
}

/** The texts of a page as it is sent, before any script runs. */
export function shownIn(html: string): string {
  const markup = html.replaceAll(/<(script|style|template)\b.*?<\/\1>|<!--.*?-->/gs, '')
  return [
    markup
      .replaceAll(/\s+/g, ' ')
      .replaceAll(INLINE, '')
      .replaceAll(/<[^>]+>/g, '\n'),
    ...(markup.match(NAMED) ?? []),
    ...[...markup.matchAll(DESCRIBED)].map(([, content]) => content),
  ]
    .join('\n')
    .replaceAll(/&(?:amp|quot|lt|gt|#x27|#39);/g, (entity) => ENTITIES[entity] ?? entity)
}
