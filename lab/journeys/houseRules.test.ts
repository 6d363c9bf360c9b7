import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page, Response } from 'playwright-core'
import type { GroupId } from '../../contract/ids.ts'
import type { ReportKind } from '../../contract/sets.ts'
import german from '../../locales/de/desk.json' with { type: 'json' }
import english from '../../locales/en/desk.json' with { type: 'json' }
import { collected } from '../../server/compose/collect.ts'
import { exportNext } from '../../server/modules/account/personal-data/exporter.ts'
import { textsIn } from '../../server/text/languages.ts'
import { settled } from '../../test/helpers/browser/browser.ts'
import { builtSite } from '../../test/helpers/browser/builtSite.ts'
import { follow } from '../../test/helpers/browser/follow.ts'
import { storeTokens } from '../../test/helpers/browser/signIn.ts'
import { addReportables, type Reported } from '../../test/helpers/fixtures/reportables.ts'
import { deliveredMail, readMails } from '../../test/helpers/server/mailbox.ts'
import type { DeskCaller, DeskServer } from '../../test/helpers/server/startDesk.ts'
import type { TestUser } from '../../test/helpers/server/startServer.ts'
import { unzipped } from '../../test/helpers/server/unzipped.ts'
import { filled, PICTURE, placesOf } from './reportedPlaces.ts'

/** They are removed in this order: a picture goes before its entry. */
const KINDS = ['picture', 'entry', 'comment', 'recap', 'group', 'name', 'opening'] as const
const MINUTE = 60_000
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const AUTHOR = 'Olwen'
const REPORTER = 'Rita'
const LINE = 'Only the team reads this line.'
// Each thing has its own, by which its mails are found.
const reasonOf = (kind: ReportKind) => `Not at our table: ${kind}.`
const appealOf = (kind: ReportKind) => `It was a joke: ${kind}.`
const answerOf = (kind: ReportKind) => `We were too strict: ${kind}.`

const button = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true })
/** Loads the site once in a page. */
const visit = async (page: Page, path: string): Promise<unknown> =>
  page.url().includes('/discordia/') ? follow(page, path) : page.goto(path)

describe.each([
  { language: 'en', locale: 'en-GB', said: english, whole: 'comment', thing: 'You goat.' },
  { language: 'de', locale: 'de-AT', said: german, whole: 'opening', thing: 'The lantern road' },
] as const)('what members report, in the language $language (behaviour 12.34)', (told) => {
  const { language, locale, said, whole, thing } = told
  const { translation: site, pages, mail } = textsIn(language)
  let server: DeskServer
  let things: Readonly<Record<ReportKind, Reported>>
  let people: Readonly<Record<'author' | 'reporter' | 'reader' | 'stranger', TestUser>>
  let staff: Readonly<Record<'decider' | 'reviewer', DeskCaller>>

  const built = builtSite({
    ownContext: true,
    async world(started) {
      server = started
      // Pages say what is past by the time of the browser.
      server.passTime(Date.now() - server.deps.clock())
      const [author, reporter] = [await server.addUser(AUTHOR), await server.addUser(REPORTER)]
      for (const { id } of [author, reporter]) await server.update('users', { id }, { language })
      things = await addReportables(server, author, reporter)
      const [reader, stranger] = [await server.addUser('Rob'), await server.addUser('Sven')]
      const row = { group_id: idOf('group') as GroupId, user_id: reader.id }
      await server.insert('memberships', { ...row, joined_at: server.deps.clock() })
      people = { author, reporter, reader, stranger }
      const bytes = await readFile('server/db/seed/files/videos/two-dice.webp')
      await server.deps.files.put(`public/${PICTURE}.webp`, bytes)
      const decider = await server.staff('Sue')
      staff = { decider, reviewer: await server.staff('Sam', 'superuser') }
    },
  })
  const idOf = (kind: ReportKind) => things[kind].id ?? 0

  const placeOf = (kind: ReportKind) => placesOf(things, language)[kind]

  /** A browser in which the member is logged in. */
  async function memberOn(who: keyof typeof people): Promise<Page> {
    const page = await built.newcomer({ locale })
    await storeTokens(page, (await server.renew(people[who])).tokens)
    return page
  }

  async function report(page: Page, kind: ReportKind): Promise<void> {
    const { path, about, shown } = placeOf(kind)
    const name = filled(site.report[kind], AUTHOR)
    await visit(page, path)
    await shown(page).waitFor()
    if (about === null) await button(page, filled(site.report.comment_of, AUTHOR)).click()
    else {
      await button(page, filled(site.group_page.more_for, about)).click()
      await page.getByRole('menuitem', { name, exact: true }).click()
    }
    const form = page.getByRole('dialog', { name })
    await form.getByRole('button', { name: site.report.reason }).click()
    await form.getByRole('option', { name: site.report.reasons.insult }).click()
    await form.getByLabel(site.report.line).fill(LINE)
    await button(form, site.report.send).click()
    const toast = page.getByRole('status').filter({ hasText: site.report.sent })
    await toast.click()
    await toast.waitFor({ state: 'detached' })
  }

  /** Follows the overview of the desk to the list of reports. */
  async function reportsAt({ cookie }: DeskCaller): Promise<Page> {
    const page = await built.newcomer({ at: 'desk', locale })
    const [name = '', value = ''] = cookie.split('=')
    await page.context().addCookies([{ name, value, url: built.server.deskUrl }])
    await page.goto('/')
    const queue = new RegExp(said.overview.queues.reports.replace(' |||| ', '|'))
    await page.getByRole('main').getByRole('link', { name: queue }).click()
    return page
  }

  async function openCase(page: Page): Promise<void> {
    const row = page.getByRole('row').filter({ hasText: said.reports.kinds[whole] })
    await row.getByRole('link').first().click()
    await page.getByText(thing).first().waitFor()
  }

  /** Submits the open dialog with the reason. */
  async function submit(page: Page, name: string, reason: string): Promise<void> {
    const form = page.getByRole('dialog')
    await form.getByLabel(said.reason, { exact: true }).fill(reason)
    await button(form, name).click()
    await form.waitFor({ state: 'detached' })
  }

  async function decideAtDesk(): Promise<void> {
    const page = await reportsAt(staff.decider)
    await openCase(page)
    await page.getByText(LINE).waitFor()
    await button(page, said.reports.decide).click()
    const act = page.getByRole('dialog').getByLabel(said.reports.act)
    await act.selectOption(said.reports.acts.hide)
    await submit(page, said.reports.decide, reasonOf(whole))
    await page.getByText(said.reports.decide_done).waitFor()
  }

  async function restoreAtDesk(): Promise<void> {
    const page = await reportsAt(staff.reviewer)
    await page.getByRole('combobox', { name: said.resources.reports.fields.state }).press('Enter')
    await page.getByRole('option', { name: said.sets.appealed }).click()
    await openCase(page)
    await page.getByText(appealOf(whole)).waitFor()
    await button(page, said.reports.restore).click()
    await submit(page, said.reports.restore, answerOf(whole))
    await page.getByText(said.reports.appeal_done).waitFor()
  }

  async function call(by: DeskCaller, kind: ReportKind, path: string, body: object) {
    const { id } = await server.row('report_cases', { kind })
    expect((await by.post(`/reports/${id}/${path}`, body)).statusCode).toBe(200)
  }
  const decide = (kind: ReportKind) =>
    call(staff.decider, kind, 'decide', { act: 'hide', reason: reasonOf(kind) })
  const restore = (kind: ReportKind) =>
    call(staff.reviewer, kind, 'appeal', { outcome: 'restore', reason: answerOf(kind) })

  /** Other members look for the things, each in a page that is loaded anew. */
  async function look(kinds: readonly ReportKind[], isThere: boolean): Promise<void> {
    const readers = { reader: await memberOn('reader'), stranger: await memberOn('stranger') }
    for (const kind of kinds) {
      const page = readers[kind === 'opening' ? 'stranger' : 'reader']
      const { path, shown, instead } = placeOf(kind)
      await visit(page, path)
      await (isThere ? shown : instead)(page).waitFor()
      if (isThere) continue
      await settled(page)
      expect([kind, await shown(page).count()]).toEqual([kind, 0])
    }
  }

  /** The mail to the author with these words. */
  async function mailWith(words: string) {
    await deliveredMail(server)
    await built.server.mailTo('olwen@example.org', new RegExp(`${words}[^]*</html>`))
    const found = (await authorsMails()).find((one) => `${one.subject} ${one.text}`.includes(words))
    if (found === undefined) throw new Error(`No mail with ${words}`)
    return found
  }
  const authorsMails = async () =>
    (await readMails(join(server.dataDir, 'mail'))).filter(({ to }) => to === 'olwen@example.org')

  /** Follows the link without a login. @returns what the pages say */
  async function appealOnPage(link: string): Promise<string> {
    const page = await built.newcomer({ locale })
    const { appeal, acts } = pages.report
    await page.goto(link)
    await page.getByRole('heading', { name: appeal.title }).waitFor()
    await page.getByText(acts.hide).waitFor()
    await page.getByText(filled(appeal.reason, reasonOf(whole))).waitFor()
    const asked = await page.content()
    await page.getByLabel(appeal.label).fill(appealOf(whole))
    await button(page, appeal.send).click()
    await page.getByRole('heading', { name: appeal.sent.title }).waitFor()
    return asked + (await page.content())
  }

  async function live(after?: string): Promise<string> {
    const { auth } = await server.renew(people.author)
    const headers = { ...auth, ...(after && { 'last-event-id': after }) }
    return (await server.send('GET', '/api/users/live/?wait=0', headers)).body
  }

  /** The files of the author's archive. */
  async function archive(): Promise<string[]> {
    const { sensitive } = await server.renew(people.author)
    await server.send('POST', '/api/users/my-data/', sensitive)
    await exportNext(server.deps, collected.personalData, { info() {}, error() {} })
    await mailWith(mail.notice_export_ready.subject)
    const link = await server.send('POST', '/api/users/my-data/link/', sensitive)
    const file = await server.send('GET', `/api/users/my-data/file/${link.json().ticket}`)
    return [...(await unzipped(file.rawPayload)).values()].map(String)
  }

  /** What the author's pages show, and the answers that they get. */
  async function authorsPages(): Promise<string[]> {
    const page = await memberOn('author')
    const learned: string[] = []
    let answers: Response[] = []
    page.on('response', (one) => {
      if (/\/api\/(?!users\/live)/.test(one.url())) answers.push(one)
    })
    const activity = `dashboard?group=${idOf('group')}&part=activity`
    const settings = 'dashboard?tab=settings&section=security-log'
    for (const path of [activity, 'world?show=mine', settings]) {
      answers = []
      await visit(page, `/discordia/${path}`)
      await settled(page)
      learned.push(await page.content())
      for (const answer of answers) learned.push(await answer.text())
    }
    return learned
  }

  test('is removed, appealed against and given back, and its author never learns who reported it', async () => {
    const before = /^id: (\S+)/m.exec(await live())?.[1]
    const reporting = await memberOn('reporter')
    for (const kind of KINDS.slice(0, -1)) await report(reporting, kind)
    // Out of the group, the reporter finds it among others, and the author has no other cause to read the name.
    const { id: user_id } = people.reporter
    await server.deps.db.deleteFrom('memberships').where('user_id', '=', user_id).execute()
    await report(await memberOn('reporter'), 'opening')

    const [picture, ...others] = KINDS
    await decide(picture)
    await look([picture], false)
    for (const kind of others) await (kind === whole ? decideAtDesk() : decide(kind))
    await look(others, false)

    server.passTime(11 * MINUTE)
    const learned = await authorsPages()
    for (const kind of KINDS) {
      const got = await mailWith(reasonOf(kind))
      expect(got.subject).toBe(filled(mail.report_act.subject, 'Discordia'))
      expect(got.text).toContain(pages.report.kinds[kind])
      const link = /\S+\/api\/reports\/appeals\/\S+/.exec(got.text)?.[0] ?? ''
      if (kind === whole) learned.push(await appealOnPage(link))
      else await server.send('POST', new URL(link).pathname, FORM, `text=${appealOf(kind)}`)
    }

    for (const kind of KINDS.toReversed()) {
      await (kind === whole ? restoreAtDesk() : restore(kind))
      expect((await mailWith(answerOf(kind))).subject).toBe(mail.appeal_restored.subject)
    }
    await look(KINDS, true)

    learned.push(await live(before), ...(await archive()))
    for (const one of await authorsMails()) learned.push(JSON.stringify(one))
    // A restored entry is published anew to its author.
    expect(learned.join()).toMatch(/event: entry/)
    expect(learned.filter((one) => one.includes(REPORTER) || one.includes(LINE))).toEqual([])
  }, 300_000)
})
