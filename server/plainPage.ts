import texts from '../locales/en/pages.json' with { type: 'json' }
import { escaped } from './mail/texts.ts'

/** The build puts page.css there: the security policy allows no style in a page itself. */
const STYLE_PATH = '/page.css'

export type PlainPage = {
  readonly title: string
  /** HTML, safe as it is. */
  readonly body: string
}

/** A whole page with the face of the site that needs no script. */
export const plainPage = ({ title, body }: PlainPage): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(`${title} – ${texts.product}`)}</title>
<link rel="icon" href="/icons/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${STYLE_PATH}">
</head>
<body>
<header><a class="brand" href="/discordia/"><img src="/icons/mark.svg" alt="" width="30" height="36">${escaped(texts.product)}</a></header>
<main>
<h1>${escaped(title)}</h1>
${body}
<p class="back"><a href="/discordia/">${escaped(texts.back)}</a></p>
</main>
</body>
</html>
`
