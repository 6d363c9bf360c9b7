import { plainPage } from '../../http/plainPage.ts'
import type { Kit } from '../../text/kit.ts'
import { element, escapeHtml, textElement } from '../../text/markup.ts'

export type Found = { readonly link: string; readonly title: string; readonly text: string }

/** Characters of a page that are searched. */
const TEXT_MAX = 5000

/** Pages opened from a disk may fetch nothing: the index is a script. */
export const searchIndex = (pages: readonly Found[]): string =>
  `window.texts=${JSON.stringify(pages.map(({ text }) => text.slice(0, TEXT_MAX)))}\n`

/** Runs in browsers: hides the pages of the list without the words, and shows where they are in the others. */
export const SEARCH = `const field = document.querySelector('input')
const status = document.querySelector('[role=status]')
const plain = (text) => text.normalize('NFD').replace(/\\p{M}/gu, '').toLowerCase()
const pages = [...document.querySelectorAll('#pages li')].map((item, at) => {
  const text = window.texts[at]
  return { item, text, found: plain(item.textContent + ' ' + text), part: item.appendChild(document.createElement('div')) }
})
const show = () => {
  const words = plain(field.value).split(/\\s+/).filter(Boolean)
  let count = 0
  for (const { item, text, found, part } of pages) {
    item.hidden = !words.every((word) => found.includes(word))
    if (!item.hidden) count++
    const at = Math.max(0, plain(text).indexOf(words[0]) - 60)
    const excerpt = text.slice(at, at + 160).replace(at > 0 ? /^\\S*/ : '', '').replace(/\\S*$/, '')
    part.textContent = item.hidden || words.length === 0 ? '' : excerpt + '…'
  }
  status.textContent = status.dataset.text.replace('{{count}}', count)
}
field.addEventListener('input', show)
show()
`

/** A page of the site with all pages in a list, and the search above it. @param scripts their links */
export function searchPage(kit: Kit, pages: readonly Found[]): string {
  const { search } = kit.texts.pages.copy
  const items = pages
    .map(({ link, title }) => element('li', textElement('a', title, { href: link })))
    .join('\n')
  return plainPage(kit, { title: search, content: element('ul', items, { id: 'pages' }) })
}

/** The field, where a browser runs scripts. */
export const withSearch = (html: string, kit: Kit, scripts: readonly string[]): string =>
  html
    .replace('<ul id="pages">', (list) => {
      const { search_label: label, found } = kit.texts.pages.copy
      const status = element('p', '', { role: 'status', 'data-text': found })
      return `<label>${escapeHtml(label)}<input type="search"></label>${status}${list}`
    })
    .replace('</body>', `${scripts.map((src) => element('script', '', { src })).join('')}</body>`)
