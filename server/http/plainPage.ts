import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Kit, kitPath } from '../text/kit.ts'
import { escapeHtml, languageAttributes } from '../text/markup.ts'
import type { App, Deps } from './deps.ts'
import { responseOf } from './plugins/errorHandler.ts'
import { readerLanguage } from './requestLanguage.ts'

/** The build writes this style sheet: the security policy forbids styles in the page. */
const STYLE_PATH = '/page.css'

type PlainPage = {
  readonly title: string
  /** HTML in `<section>` elements; the caller escapes the values in it. */
  readonly content: string
  readonly links?: readonly { readonly label: string; readonly path: string }[]
  /** Excluded from search engines. */
  readonly isPersonal?: boolean
}

/** The kit in the language of the reader of a page; headers say so where the site is served in several. */
export function readersKit(kit: Kit, request: FastifyRequest, reply: FastifyReply): Kit {
  if (kit.languages.length < 2) return kit
  const language = readerLanguage(request)
  reply.headers({ vary: 'accept-language, cookie', 'content-language': language })
  return kit.in(language)
}

/** A page in the style of the site, without session and scripts. */
export function plainPage(
  kit: Kit,
  { title, content, links = [], isPersonal = false }: PlainPage,
): string {
  const {
    name,
    texts: { pages: texts },
  } = kit
  const ways = [...links, { label: texts.to_site, path: '/discordia/' }]
    .map(({ label, path }) => `<li><a href="${escapeHtml(path)}">${escapeHtml(label)}</a></li>`)
    .join('')
  return `<!doctype html>
<html ${languageAttributes(kit.language)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${isPersonal ? '<meta name="robots" content="noindex">' : ''}
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(`${title} – ${name}`)}</title>
<link rel="icon" href="${kitPath(kit, '/icons/favicon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${kitPath(kit, STYLE_PATH)}">
</head>
<body>
<header><a href="/discordia/"><img src="${kitPath(kit, '/icons/mark.svg')}" alt="" width="27" height="28">${escapeHtml(name)}</a></header>
<main>
<h1>${escapeHtml(title)}</h1>
${content}
<ul class="ways">${ways}</ul>
</main>
</body>
</html>
`
}

/** The secret in its URL goes to no other site. */
export const sendPage = (reply: FastifyReply, status: number, page: string) =>
  reply
    .status(status)
    .type('text/html; charset=utf-8')
    .header('referrer-policy', 'no-referrer')
    .send(page)

/** The body of a one-click request repeats its URL. */
const BODY_BYTES_MAX = 4096
/** A form has a few answers, whose characters may be nine bytes each. */
const FORM_BYTES_MAX = 32_768

/** What refuses in the scope responds with a page. */
function refuseWithPages(scope: App, { kit }: Pick<Deps, 'kit'>): void {
  scope.setErrorHandler((error, request, reply) => {
    const { status, body, retryAfterSeconds } = responseOf(error, request, readerLanguage(request))
    if (retryAfterSeconds !== null) reply.header('retry-after', retryAfterSeconds)
    const [said] = body.errors
    const page = { title: said?.message ?? body.detail, content: '', isPersonal: true }
    return sendPage(reply, status, plainPage(readersKit(kit.current(), request, reply), page))
  })
}

/** A scope whose routes take bodies of any type, unread: forms of pages without scripts, and mail programs. */
export function acceptAnyBody(scope: App, deps: Pick<Deps, 'kit'>): void {
  refuseWithPages(scope, deps)
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX },
    (_request, _body, done) => done(null),
  )
}

/** A scope whose routes take the bodies of forms, as text. */
export function acceptForms(scope: App, deps: Pick<Deps, 'kit'>): void {
  refuseWithPages(scope, deps)
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_BYTES_MAX },
    (_request, body, done) => done(null, body),
  )
}
