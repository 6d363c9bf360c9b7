import texts from '../../locales/en/pages.json' with { type: 'json' }
import type { App } from '../deps.ts'
import { escaped } from '../mail/texts.ts'
import { plainStyle } from './plainStyle.ts'

/** Where the pages find their style sheet: the security policy of the site allows no style in the page itself. */
const STYLE_PATH = '/pages/plain.css'

type PlainPage = {
  readonly title: string
  /** HTML; whoever gives it has escaped what is in it. */
  readonly content: string
  /** Ways on from here, the last things on the page; paths of the site. */
  readonly links?: readonly { readonly label: string; readonly path: string }[]
  /** Where the API stands. */
  readonly base: string
}

/** A whole page with the face of the site that needs neither a session nor scripts. For everybody but search engines. */
export function plainPage({ title, content, links = [], base }: PlainPage): string {
  const ways = [...links, { label: texts.to_site, path: '/discordia/' }]
    .map(({ label, path }) => `<li><a href="${escaped(path)}">${escaped(label)}</a></li>`)
    .join('')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${escaped(`${title} – ${texts.product}`)}</title>
<link rel="icon" href="/icons/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${base}${STYLE_PATH}">
</head>
<body>
<header><a href="/discordia/"><img src="/icons/mark.svg" alt="" width="27" height="28">${escaped(texts.product)}</a></header>
<main>
<h1>${escaped(title)}</h1>
${content}
<ul>${ways}</ul>
</main>
</body>
</html>
`
}

/** The style sheet of all plain pages. */
export function plainPagesModule(open: App): void {
  const style = plainStyle()
  open.route({
    method: 'GET',
    url: STYLE_PATH,
    schema: { hide: true },
    handler: async (_request, reply) =>
      reply
        .type('text/css; charset=utf-8')
        .header('cache-control', 'public, max-age=3600')
        .send(style),
  })
}
