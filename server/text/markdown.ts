import { escapeHtml } from './markup.ts'

/** URLs, e-mail addresses and [label](URL), in escaped text. */
const LINKS =
  /\[([^\]]+)\]\((https?:\/\/[^\s)]+|mailto:[^\s)]+|\/[^\s)]*)\)|(https?:\/\/[^\s<]*[^\s<.,;:!?)])|([\w.+-]+@[\w-]+(?:\.[\w-]+)+)/g

/**
 * A subset of Markdown as safe HTML: headings `#` to `###`, lists of `- `, paragraphs, links, `**strong**`. Anything
 * else, HTML included, is shown as typed.
 * @param level of the heading for `#`
 */
export function markdownToHtml(text: string, level: 1 | 2 | 3 = 2): string {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .filter(Boolean)
    .flatMap((block) => blockToHtml(block, level))
    .join('\n')
}

function blockToHtml(block: string, level: number): string[] {
  const [first = '', ...rest] = block.split('\n')
  const heading = /^(#{1,3})\s+(.*)$/.exec(first)
  if (heading) {
    const tag = `h${level + (heading[1]?.length ?? 1) - 1}`
    const after = rest.length > 0 ? blockToHtml(rest.join('\n'), level) : []
    return [`<${tag}>${inline(heading[2] ?? '')}</${tag}>`, ...after]
  }
  if (/^[-*]\s+/.test(first)) {
    const items = block.split(/\n(?=[-*]\s+)/).map((item) => item.replace(/^[-*]\s+/, ''))
    return [`<ul>${items.map((item) => `<li>${inline(item)}</li>`).join('')}</ul>`]
  }
  return [`<p>${inline(block)}</p>`]
}

const inline = (text: string): string =>
  escapeHtml(text)
    .replace(LINKS, (whole, words?: string, target?: string, bare?: string, email?: string) => {
      if (target !== undefined) return `<a href="${target}">${words}</a>`
      if (bare !== undefined) return `<a href="${bare}">${bare}</a>`
      return email === undefined ? whole : `<a href="mailto:${email}">${email}</a>`
    })
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
