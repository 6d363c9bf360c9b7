import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { seedStarter } from '../../server/db/seed/index.ts'
import { COMMAND_LINE } from '../../server/desk/audit.ts'
import { type MailText, renderMail } from '../../server/mail/renderMail.ts'
import { importFolder } from '../../server/modules/site-kit/folder/importing.ts'
import { settled } from '../../test/helpers/browser/browser.ts'
import { builtSite } from '../../test/helpers/browser/builtSite.ts'
import { inspect } from '../../test/helpers/browser/inspect.ts'
import { signIn } from '../../test/helpers/browser/signIn.ts'
import { takenOver } from '../../test/helpers/browser/takenOver.ts'
import { writeFiles } from '../../test/helpers/fixtures/siteFolders.ts'
import { addMembers } from '../../test/helpers/fixtures/smallWorld.ts'
import type { DeskServer } from '../../test/helpers/server/startDesk.ts'
import type { TestUser } from '../../test/helpers/server/testServer.ts'
import { CLUB, folderOf } from '../communities/communities.ts'

/** Words of the product and of its world. */
const OURS = /discordia|\bapples?\b|\bhalm\b|sea of glass|mount harrow/i
/** Names that a site of any name keeps (docs/operations.md, "Names of the product"), and those of Apple's devices. */
const KEPT =
  /\/discordia\b|\bdiscordia(?:-[\w-]+)?\.(?:ics|json|csv|zip|txt)|@discordia\b|\bdiscordia-(?:desk|browser|rules|glossary|downloads)|apple-(?:touch-icon|mobile-web-app)[\w-]*/gi

/** Lines with a word of the product, shortened. */
const wordsOfOurs = (text: string): string[] =>
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
  '/api/contents/seats/none',
] as const

/** What programs and mailboxes get of a site, by its name: everything beside the pages. */
async function outputs(server: DeskServer, member: TestUser): Promise<[string, string][]> {
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

const PAGES = [
  '/discordia/',
  '/discordia/rpg-initiative',
  '/discordia/news&events/',
  '/discordia/news/1',
  '/discordia/downloads',
  '/discordia/rules',
  '/discordia/ruleItem/1',
  '/discordia/world',
  '/discordia/none',
  '/auth/login',
  '/auth/register',
  '/auth/forgot-password',
  '/auth/verified-change-password/none',
  '/auth/activate-account/none',
]
const OF_MEMBERS = [
  '/discordia/',
  '/discordia/world?show=mine',
  '/discordia/dashboard',
  '/discordia/dashboard?tab=invites',
  '/discordia/dashboard?tab=details',
  '/discordia/dashboard?tab=settings',
]
const WITH_PICTURES: readonly string[] = [
  '/discordia/',
  '/discordia/rpg-initiative',
  '/discordia/world',
  '/discordia/dashboard',
]

/** Everything that a page says: its source, its texts, and attributes that are read out or shown. */
const said = (page: Page) =>
  page.evaluate(() => {
    const attributes = ['alt', 'title', 'placeholder', 'aria-label', 'aria-description', 'content']
    const values = [...document.querySelectorAll('*')].flatMap((element) =>
      attributes.flatMap((name) => element.getAttribute(name) ?? []),
    )
    return [document.title, document.body.textContent, ...values].join('\n')
  })

describe('a community that makes an empty site its own', () => {
  let own: DeskServer
  let member: TestUser
  const folder = mkdtempSync(join(tmpdir(), 'discordia-own-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const built = builtSite({
    world: async (server) => {
      own = server
      // Added to a database without accounts alone.
      await seedStarter(server.deps)
      await addMembers(server)
      member = await server.addUser('Zoe')
    },
    // Passkeys need a name, and pages of staff and members their own storage.
    host: 'localhost',
    ownContext: true,
  })

  /** Words on every page that are not of the community, and faults of looks where its own pictures are. */
  async function faults(page: Page, paths: readonly string[]): Promise<string[]> {
    const found: string[] = []
    for (const path of paths) {
      const response = await page.goto(path)
      const served = wordsOfOurs((await response?.text()) ?? '')
      await takenOver(page)
      await settled(page)
      const seen = wordsOfOurs(await said(page))
      if (WITH_PICTURES.includes(path)) seen.push(...(await inspect(page)))
      found.push(...[...served, ...seen].map((fault) => `${path}: ${fault}`))
    }
    return found
  }

  test('from a folder alone: all that visitors, members, mailboxes and programs get', async () => {
    writeFiles(folder, await folderOf(CLUB))
    expect((await importFolder(own.deps, folder, COMMAND_LINE)).problems).toEqual([])
    await own.deps.kit.reload()
    const { name } = own.deps.kit.current()
    expect(name).toBe('Lantern Club')
    const page = await built.newcomer()
    await page.context().addCookies([
      {
        name: `${encodeURIComponent(name)}-consent-cookie`,
        value: 'true',
        url: built.server.url,
      },
    ])
    expect(await faults(page, PAGES)).toEqual([])
    await signIn(page, built.server, 'Ann')
    await page.goto('/discordia/dashboard')
    await page.getByRole('link', { name: 'Logout' }).waitFor()
    expect(await faults(page, OF_MEMBERS)).toEqual([])
    const given = await outputs(own, member)
    expect(given.filter(([, text]) => wordsOfOurs(text).length > 0).map(([url]) => url)).toEqual([])
    // The name is encoded in a URL, as in that of a second step.
    const names = [name, encodeURIComponent(name)]
    const named = given.filter(([, text]) => names.some((one) => text.includes(one)))
    expect(named.map(([url]) => url)).toEqual(
      expect.arrayContaining([
        '/site.webmanifest',
        '/api/contents/news.atom',
        '/api/contents/events.ics',
        '/api/openapi.json',
        'mail activation',
        '/api/users/security/second-factor/start/',
        '/api/users/security/new-passkey/',
      ]),
    )
  }, 300_000)
})
