import { type MailText, renderMail } from '../../server/mail/renderMail.ts'
import type { DeskServer } from '../../test/helpers/server/startDesk.ts'
import type { TestUser } from '../../test/helpers/server/testServer.ts'

/** Words of the product and of its world. */
const OURS = /discordia|\bapples?\b|\bhalm\b|sea of glass|mount harrow/i
/** Names that a site of any name keeps (docs/operations.md, "Names of the product"), and those of Apple's devices. */
const KEPT =
  /\/discordia\b|\bdiscordia(?:-[\w-]+)?\.(?:ics|json|csv|zip|txt)|@discordia\b|\bdiscordia-(?:desk|browser|rules|glossary|downloads)|apple-(?:touch-icon|mobile-web-app)[\w-]*/gi

/** Lines with a word of the product, shortened. */
export const wordsOfOurs = (text: string): string[] =>
  text
    .replace(KEPT, '')
    .split(/\n|(?<=>)/)
    .filter((line) => OURS.test(line))
    .map((line) => line.trim().slice(0, 160))

/** Feeds, calendars, files and plain pages of the site. */
const FILES = [
  '/site.webmanifest',
  '/locales/en/translation.json',
  '/robots.txt',
  '/sitemap.xml',
  '/legal.html',
  '/favicon.svg',
  '/api/contents/news.atom',
  '/api/contents/events.atom',
  '/api/contents/events.ics',
  '/api/openapi.json',
] as const
/** Plain pages that links of mails open; these say that there is no such link. */
const WITHOUT_LINK = [
  '/api/notifications/unsubscribe/none',
  '/api/account/not-me/none',
  '/api/planning/answer/none',
] as const

/** What programs and mailboxes get of a site, by its name: everything beside the pages. */
export async function outputs(server: DeskServer, member: TestUser): Promise<[string, string][]> {
  const found: [string, string][] = []
  for (const url of [...FILES, ...WITHOUT_LINK]) {
    const { statusCode, body } = await server.app.inject({ url })
    if (statusCode !== 200 && !WITHOUT_LINK.some((one) => one === url))
      throw new Error(`${url}: ${statusCode}`)
    found.push([url, body])
  }
  const kit = server.deps.kit.current()
  const { layout: _layout, unsubscribe_page: _page, ...mails } = kit.texts.mail
  for (const name of Object.keys(mails) as MailText[]) {
    const { sender, subject, text, html } = renderMail(kit, name, {
      to: 'a@example.org',
      link: 'https://example.org/x',
      unsubscribe: 'https://example.org/y',
      values: {},
    })
    found.push([`mail ${name}`, [sender, subject, text, html].join('\n')])
  }
  for (const path of ['second-factor/start', 'new-passkey']) {
    const url = `/api/users/security/${path}/`
    const response = await server.app.inject({ method: 'POST', url, headers: member.sensitive })
    if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode}`)
    found.push([url, response.body])
  }
  return found
}
