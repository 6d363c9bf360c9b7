import { calls } from '../../contract/calls.ts'
import { CSRF_HEADER } from '../../contract/desk.ts'
import { makeBackground } from '../../server/compose/background.ts'
import { mailWriters } from '../../server/compose/collect.ts'
import { announceDue } from '../../server/modules/notifications/announcer.ts'
import { textsIn } from '../../server/text/languages.ts'
import { englishIn } from '../../test/helpers/englishTexts.ts'
import { DAY, HOUR } from '../../test/helpers/fixtures/contents.ts'
import { deskAct, deskCalls, deskRequest } from '../../test/helpers/fixtures/deskActs.ts'
import { ACTS } from '../../test/helpers/fixtures/deskRows.ts'
import { siteRequest } from '../../test/helpers/fixtures/siteActs.ts'
import { deliveredMail, type ReceivedMail } from '../../test/helpers/server/mailbox.ts'
import { planningOf } from '../../test/helpers/server/planning.ts'
import { registrationsOf } from '../../test/helpers/server/registrations.ts'
import { deskTests } from '../../test/helpers/server/serverTests.ts'
import { contentsOf, env, GERMAN, SITE, siteCast, unfolded } from './germanServer.ts'
import { SCENES } from './mailScenes.ts'
import { REPORT_SCENES } from './reportScenes.ts'
import { SECURITY_SCENES } from './securityScenes.ts'
import { shownIn } from './shownTexts.ts'
import { TABLE_SCENES } from './tableScenes.ts'

type Said = {
  readonly subject: string
  readonly body: readonly string[]
  readonly closing: readonly string[]
}
/** Whether a mail has the subject and the first sentences of a text, whatever its values are. */
function isOf(mail: ReceivedMail, { subject, body, closing }: Said): boolean {
  const fits = (text: string, said: string) => {
    const source = text.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)
    return new RegExp(source.replaceAll(/\{\{\w+\}\}/g, '[^]*')).test(said)
  }
  return (
    fits(subject, mail.subject) &&
    [...body, ...closing].slice(0, 2).every((one) => fits(one, mail.text))
  )
}

deskTests(
  'what the server writes to those who read German',
  { env, engines: ['sqlite'] },
  (server) => {
    let mails: readonly ReceivedMail[] = []
    let contents: readonly string[] = []
    let deliver: () => Promise<void>
    beforeAll(async () => {
      // Made first: an act of the desk sets a mail server that does not answer.
      const { mail } = makeBackground(server.deps, server.app.log)
      deliver = async () => void (await mail.deliverDue())
      const scenes = [...SCENES, ...SECURITY_SCENES, ...TABLE_SCENES, ...REPORT_SCENES]
      for (const act of scenes) await act(server, deliver)
      await callSite()
      await callDesk()
      await passDays()
      mails = await deliveredMail(server)
      contents = await contentsOf(server)
    }, 120_000)

    async function callSite(): Promise<void> {
      const { acts, people } = await siteCast(server)
      for (const route of calls) {
        const act = await acts[route.name]('own')
        for (const user of people) {
          const request = await siteRequest(route, act)
          const all = { ...request.headers, ...user.sensitive, ...GERMAN }
          await server.app.inject({ ...request, headers: all })
        }
        await deliver()
      }
    }

    async function callDesk(): Promise<void> {
      const helper = await server.staff('Helper', 'superuser')
      const acts = deskCalls.filter(({ name }) => name in ACTS)
      for (const [n, call] of acts.entries()) {
        const who = await server.staff(`Chief${n}`, 'superuser')
        const request = deskRequest(call, await deskAct(server, call, 'own', who, helper))
        const all = { ...request.headers, ...GERMAN, cookie: who.cookie, [CSRF_HEADER]: who.csrf }
        await server.desk.inject({ ...request, headers: all })
        await deliver()
      }
    }

    /** The work of the background jobs, on each of some days. */
    async function passDays(): Promise<void> {
      for (let day = 0; day < 8; day++) {
        await announceDue(server.deps)
        await planningOf(server).announce()
        await planningOf(server).remind()
        await planningOf(server).remindOfPolls()
        await registrationsOf(server).update()
        await deliver()
        server.passTime(day === 0 ? HOUR : DAY)
      }
    }

    test('every kind is sent, and each of their texts', () => {
      const kinds = new Set(mails.map(({ kind }) => kind))
      expect(Object.keys(mailWriters).filter((kind) => !kinds.has(kind))).toEqual([])
      const { layout: _layout, unsubscribe_page: _page, ...texts } = textsIn('de').mail
      const unsent = Object.entries(texts).filter(
        ([, text]) => !mails.some((mail) => isOf(mail, text)),
      )
      expect(unsent.map(([name]) => name)).toEqual([])
    })

    test('every mail is in German: its subject, both parts, and its files', () => {
      const found = mails.flatMap(({ kind, subject, text, html, attachments }) => {
        const files = attachments.map((file) => unfolded(file.text))
        const shown = [subject, text, shownIn(html), ...files].join('\n')
        return englishIn(shown, contents).map((fault) => `${kind}: ${fault}`)
      })
      expect([...new Set(found)]).toEqual([])
      for (const { html } of mails) expect(html).toContain('<html lang="de">')
      const files = mails.flatMap(({ attachments }) => attachments)
      expect(files.length).toBeGreaterThan(10)
      for (const { text } of files) expect(text).toMatch(/PRODID:.*\/\/DE\r?\n/)
    })

    /** Fields of a page as a browser sends them, with what is chosen. */
    function fieldsOf(page: string): string {
      const inputs = page.match(/<input [^>]*(?:hidden|checked)[^>]*>/g) ?? []
      const partOf = (input: string, name: string) =>
        new RegExp(`${name}="([^"]*)"`).exec(input)?.[1] ?? ''
      return String(
        new URLSearchParams(inputs.map((one) => [partOf(one, 'name'), partOf(one, 'value')])),
      )
    }

    test('the plain pages that mails lead to are in German, before and after their answers', async () => {
      const links = mails.flatMap(({ html }) =>
        [...html.matchAll(/href="(https:\/\/discordia\.example\/api\/[^"]*)"/g)].map(
          ([, url = '']) => url.replaceAll('&amp;', '&').slice(SITE.length),
        ),
      )
      const kinds = Map.groupBy(links, (url) => url.replace(/[\w.~-]{20,}/g, ''))
      expect(kinds.size).toBeGreaterThan(5)
      const found: string[] = []
      // Three of each kind, and each answer.
      for (const url of [...kinds.values()].flatMap((same) => same.slice(0, 3))) {
        const page = await server.app.inject({ url, headers: GERMAN })
        const payload = fieldsOf(page.body)
        const headers = { ...GERMAN, 'content-type': 'application/x-www-form-urlencoded' }
        const answer = await server.app.inject({ method: 'POST', url, payload, headers })
        // Some answers lead on to a page of the site.
        const pages = [page, answer].filter(({ statusCode }) => statusCode !== 303)
        for (const { body } of pages) {
          expect(body).toContain('<html lang="de"')
          found.push(...englishIn(shownIn(body), contents).map((fault) => `${url}: ${fault}`))
        }
      }
      expect(found).toEqual([])
    })
  },
)
