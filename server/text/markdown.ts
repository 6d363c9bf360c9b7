import MarkdownIt from 'markdown-it'
import { isAllowedHref } from './light.ts'

/** HTML is shown as typed, and no picture of another site is loaded. URLs and e-mail addresses become links. */
const parser = new MarkdownIt({ html: false, linkify: true }).disable('image')
parser.validateLink = isAllowedHref
// `example.org` may be a name.
parser.linkify.set({ fuzzyLink: false })

/** The heading `#` has level 2: the page has a title of its own. */
export function markdownToHtml(text: string): string {
  const tokens = parser.parse(text, {})
  for (const token of tokens)
    if (token.type.startsWith('heading_'))
      token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + 1)}`
  return parser.renderer.render(tokens, parser.options, {}).trimEnd()
}
