const ATTRIBUTES = ['title', 'alt', 'aria-label', 'placeholder', 'aria-description']
const METAS = ['description', 'og:title', 'og:description', 'og:image:alt', 'og:site_name']

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

/** Everything that a page says before any script runs, a text a line: what is seen or names elements, and its head. */
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
