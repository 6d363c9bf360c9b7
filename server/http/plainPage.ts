import texts from '../../locales/en/pages.json' with { type: 'json' }
import { escapeHtml } from '../text/markup.ts'

/** The build puts page.css there: the security policy allows no style in a page itself. */
const STYLE_PATH = '/page.css'

type PlainPage = {
  readonly title: string
  /** HTML in `<section>` elements; whoever gives it has escaped what is in it. */
  readonly content: string
  /** Ways on from here, the last things on the page; paths of the site. */
  readonly links?: readonly { readonly label: string; readonly path: string }[]
  /** For one reader alone: search engines leave it out. */
  readonly isPersonal?: boolean
}

/** A whole page with the face of the site that needs neither a session nor scripts. */
export function plainPage({ title, content, links = [], isPersonal = false }: PlainPage): string {
  const ways = [...links, { label: texts.to_site, path: '/discordia/' }]
    .map(({ label, path }) => `<li><a href="${escapeHtml(path)}">${escapeHtml(label)}</a></li>`)
    .join('')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${isPersonal ? '<meta name="robots" content="noindex">' : ''}
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(`${title} – ${texts.product}`)}</title>
<link rel="icon" href="/icons/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${STYLE_PATH}">
</head>
<body>
<header><a href="/discordia/"><img src="/icons/mark.svg" alt="" width="27" height="28">${escapeHtml(texts.product)}</a></header>
<main>
<h1>${escapeHtml(title)}</h1>
${content}
<ul class="ways">${ways}</ul>
</main>
</body>
</html>
`
}
