import type { Page } from 'playwright-core'
import type { DatePollId, MemberId } from '../../contract/ids.ts'
import { renderMail } from '../../server/mail/renderMail.ts'
import { answerTokens } from '../../server/modules/groups/planning/answerTokens.ts'
import { defaultKit } from '../../server/text/kit.ts'
import { timeInMail } from '../../server/text/time.ts'
import { builtSite } from '../../test/helpers/browser/builtSite.ts'
import { inspect } from '../../test/helpers/browser/inspect.ts'
import { signIn } from '../../test/helpers/browser/signIn.ts'
import { DAY, HOUR } from '../../test/helpers/fixtures/contents.ts'
import { smallWorld } from '../../test/helpers/fixtures/smallWorld.ts'
import { planningOf } from '../../test/helpers/server/planning.ts'
import type { DeskServer } from '../../test/helpers/server/startDesk.ts'

const BEN = 'ben@example.org'
/** Facts that a mail leaves out. */
const FACTS = [
  'date',
  'sentence',
  'changed',
  'title_before',
  'place_before',
  'often',
  'last',
  'host',
  'place',
  'link',
]
const EMPTY = Object.fromEntries(FACTS.map((name) => [name, '']))
/** CSS pixels. */
const SMALL = { width: 360, height: 740 }

/** The small world, and a series of three dates in the group of Ann and Ben. */
async function world(server: DeskServer): Promise<void> {
  await smallWorld(server)
  const { db } = server.deps
  const ravens = await db
    .selectFrom('groups')
    .select(['id', 'owner_id'])
    .where('name', '=', 'Ravens')
    .executeTakeFirstOrThrow()
  const calls = planningOf(server)
  await calls.plan({ id: ravens.owner_id }, ravens.id, calls.at(3), {
    title: 'The lantern road',
    repeats: { unit: 'week', every: 1, count: 3 },
  })
}

describe('a member with a mail about a session (behaviour 12.15)', () => {
  const built = builtSite({ world })
  const heading = (page: Page, name: string) =>
    page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
  /** The first such link in the mail that has these words. */
  const linkIn = async (words: RegExp, link: RegExp): Promise<string> =>
    link.exec(await built.server.mailTo(BEN, words))?.[0] ?? 'none'
  const ANSWER = /\/api\/planning\/answer\/[\w.-]+/
  // Who has planned the dates comes to them.
  const answers = () =>
    built.server.values(
      "select answer from game_answers join users on users.id = user_id where username = 'Ben' order by date_id",
    )

  test('answers three dates without a login, and stops the mails by one click', async () => {
    const page = await built.newcomer(SMALL)
    const link = await linkIn(/The lantern road/, ANSWER)
    await page.goto(link)
    // A forwarded link says whose answer it is before anything is written.
    await heading(page, 'Answer as Ben')
    await page.getByText('This is Ben’s answer to the group “Ravens”.').waitFor()
    expect(await inspect(page)).toEqual([])
    await page.setViewportSize(SMALL)
    const dates = page.getByRole('group')
    expect(await dates.count()).toBe(3)
    expect(await answers()).toEqual([])
    await page.getByRole('button', { name: 'Save answer' }).click()
    await page.getByRole('alert').getByText('Choose an answer first.').waitFor()
    for (const [n, name] of ['Coming', 'Not coming', 'Coming'].entries())
      await dates.nth(n).getByRole('radio', { name, exact: true }).check()
    await page.getByRole('button', { name: 'Save answer' }).press('Enter')
    await heading(page, 'Saved: Ben’s answer')
    expect(await inspect(page)).toEqual([])
    expect(await answers()).toEqual(['coming', 'not_coming', 'coming'])
    await page.getByRole('link', { name: 'Change the answer' }).click()
    await heading(page, 'Answer as Ben')
    expect(await dates.nth(1).getByRole('radio', { name: 'Not coming' }).isChecked()).toBe(true)

    await page.goto(
      await linkIn(/The lantern road/, /\/api\/notifications\/unsubscribe-planning\/[\w.-]+/),
    )
    await heading(page, 'Stop emails about polls and sessions?')
    await page.getByRole('button', { name: 'Stop these emails' }).click()
    await heading(page, 'Emails about polls and sessions are off')
    expect(await inspect(page)).toEqual([])
    await signIn(built.page, built.server, 'Ben')
    await built.page.goto('/discordia/dashboard?section=emails&tab=settings')
    const box = built.page.getByRole('checkbox', {
      name: 'Email me about polls and sessions of my groups',
    })
    await box.waitFor()
    expect(await box.isChecked()).toBe(false)
  })

  test.each([
    ['poll_made', 'en', ['yes', 'maybe', 'no']],
    ['poll_made', 'de', ['yes', 'maybe', 'no']],
    ['session_dates_moved', 'en', ['coming', 'not_coming']],
    ['session_dates_moved', 'de', ['coming', 'not_coming']],
  ] as const)(
    'sees five dates on 900 pixels, with cells to press: %s, %s',
    async (text, language, answers) => {
      const kit = defaultKit(['en', 'de']).in(language)
      const { choices, title } = kit.texts.pages.answer
      const secret = answerTokens('secret').tokenOf({
        member: 12_345 as MemberId,
        seal: 'ABCDEFGHIJKLMNOP',
        asked: { poll: 6_789 as DatePollId },
      })
      const url = `https://discordia.example/api/planning/answer/${secret}`
      const now = Date.UTC(2026, 10, 30)
      const reading = { zone: 'Europe/Vienna', now, language, isZoneNamed: true }
      const rows = [9, 10, 11, 30, 37].map((day) => {
        const start = Date.UTC(2026, 11, day, 18)
        const links = answers.map((one) => ({ word: choices[one], url }))
        return [timeInMail(start, start + 4 * HOUR, reading), links] as const
      })
      const { html } = renderMail(kit, text, {
        to: BEN,
        values: {
          username: 'Ben',
          maker: 'Ann',
          by: 'Ann',
          count: 5,
          before: timeInMail(now, now + 4 * HOUR, reading),
          group: 'The Orchard Jury',
          title: 'When shall we meet at Halm?',
          ...EMPTY,
          notes: 'Two hours are enough.',
          closes: timeInMail(now + 7 * DAY, null, reading),
        },
        choices: { page: url, rows, note: title },
        unsubscribe: url,
      })
      const page = await built.newcomer(SMALL)
      await page.setContent(html)
      const size = await page.evaluate(() => ({
        width: document.documentElement.scrollWidth,
        height: document.body.scrollHeight,
        cells: [...document.querySelectorAll('.choice')].map((cell) => {
          const { width, height } = cell.getBoundingClientRect()
          return Math.min(width, height)
        }),
      }))
      expect(size.width).toBe(SMALL.width)
      expect(size.height).toBeLessThanOrEqual(900)
      expect(size.cells).toHaveLength(5 * answers.length)
      expect(Math.min(...size.cells)).toBeGreaterThanOrEqual(44)
    },
  )
})
