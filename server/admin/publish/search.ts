import type { Kit } from '../../text/kit.ts'
import { escapeHtml, languageAttributes } from '../../text/markup.ts'

type Found = { readonly file: string; readonly title: string; readonly text: string }

/** Characters of a page that are searched. */
const TEXT_MAX = 5000

/** Pages opened from a disk may fetch nothing: the index is a script. */
export const searchIndex = (pages: readonly Found[]): string =>
  `window.pages=${JSON.stringify(pages.map(({ file, title, text }) => [file, title, text.slice(0, TEXT_MAX)]))}\n`

export const SEARCH = `const list = document.querySelector('ul')
const field = document.querySelector('input')
const plain = (text) => text.normalize('NFD').replace(/\\p{M}/gu, '').toLowerCase()
const texts = window.pages.map(([file, title, text]) => ({ file, title, text, found: plain(title + ' ' + text) }))
const show = () => {
  const words = plain(field.value).split(/\\s+/).filter(Boolean)
  const hits = words.length ? texts.filter(({ found }) => words.every((word) => found.includes(word))) : []
  list.replaceChildren(...hits.slice(0, 100).map(({ file, title, text }) => {
    const item = document.createElement('li')
    const link = Object.assign(document.createElement('a'), { href: file, textContent: title })
    const at = Math.max(0, plain(text).indexOf(words[0]) - 60)
    item.append(link, document.createElement('br'), text.slice(at, at + 160))
    return item
  }))
  document.querySelector('[role=status]').textContent = words.length ? String(hits.length) : ''
}
field.addEventListener('input', show)
show()
`

export const searchPage = ({ name, language, texts }: Kit): string => `<!doctype html>
<html ${languageAttributes(language)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(`${texts.pages.copy.search} – ${name}`)}</title>
<link rel="stylesheet" href="page.css">
</head>
<body>
<header><a href="index.html">${escapeHtml(name)}</a></header>
<main>
<h1>${escapeHtml(texts.pages.copy.search)}</h1>
<label>${escapeHtml(texts.pages.copy.search_label)}<input type="search"></label>
<p role="status"></p>
<ul></ul>
</main>
<script src="search-index.js"></script>
<script src="search.js"></script>
</body>
</html>
`
