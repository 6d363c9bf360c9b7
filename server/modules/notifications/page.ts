import texts from '../../../locales/en/mail.json' with { type: 'json' }
import { escaped } from '../../mail/texts.ts'

const { layout, unsubscribe_page: pages } = texts

/** Where the pages find their style sheet: the security policy of the site allows no style in the page itself. */
export const STYLE_PATH = '/notifications/unsubscribe.css'

export const STYLE = `body{margin:0;padding:48px 24px;font:18px/1.6 Georgia,serif;color:#231d16;background:#f6f0e2}
main{max-width:32em;margin:0 auto;padding:24px;background:#fffaf0;border:1px solid #231d16;border-radius:6px}
h1{margin:0 0 16px;font-size:1.5em;line-height:1.25}
button{min-height:44px;padding:8px 20px;font:inherit;color:#e0b45a;background:#15131f;border:0;border-radius:6px;cursor:pointer}
button:focus-visible{outline:3px solid #b8862d;outline-offset:2px}
`

type Page = keyof typeof pages

/** A whole page for somebody who came from a mail, without a session and perhaps without scripts. */
export function page(name: Page, base: string): string {
  const words: { title: string; body: string; button?: string } = pages[name]
  const form =
    words.button === undefined
      ? ''
      : `<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>${escaped(words.button)}</button></form>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(`${words.title} – ${layout.product}`)}</title>
<link rel="stylesheet" href="${base}${STYLE_PATH}">
</head>
<body><main><h1>${escaped(words.title)}</h1><p>${escaped(words.body)}</p>${form}</main></body>
</html>
`
}
