import type { Locator, Page } from 'playwright-core'
import { timeInMail } from '../../server/text/time.ts'
import { zoneName } from '../../shared/timeRange.ts'
import { builtSite } from '../../test/helpers/browser/builtSite.ts'
import { inspect } from '../../test/helpers/browser/inspect.ts'
import { signIn } from '../../test/helpers/browser/signIn.ts'
import { toastOn } from '../../test/helpers/browser/toast.ts'
import { DAY, HOUR } from '../../test/helpers/fixtures/contents.ts'
import { smallWorld } from '../../test/helpers/fixtures/smallWorld.ts'

const BEN = 'ben@example.org'
const TITLE = 'The lantern road'
const REASON = 'Hanne is ill.'
const PRESSES_MAX = 14
const FIELDS_MAX = 3
/** CSS pixels. */
const SMALL = { width: 360, height: 780 }
const LENGTH = 4 * HOUR

/** The first Thursday that is at least a week from now, in epoch milliseconds. */
function thursday(): number {
  const day = Math.ceil(Date.now() / DAY) + 7
  // 1 January 1970 was a Thursday.
  return Math.ceil(day / 7) * 7 * DAY
}

type Mail = { readonly subject: string; readonly text: string; readonly cells: number }
/** What a reader sees of a mail. */
function read(source: string): Mail {
  const mail = Buffer.from(source, 'latin1').toString().replaceAll('\r', '')
  const [head = '', html = ''] = mail.split('Content-Type: text/html')
  return {
    subject: /^Subject: (.*(?:\n .*)*)/m.exec(head)?.[1]?.replaceAll(/\n */g, ' ') ?? '',
    text: head,
    cells: html.match(/class="(?:choice|chosen)"/g)?.length ?? 0,
  }
}

describe('a series of eight Thursdays (behaviour 12.8)', () => {
  const built = builtSite({ world: smallWorld, ownContext: true })
  const first = thursday()
  let page: Page
  let zone = ''
  beforeEach(async () => {
    page = await built.newcomer()
    await signIn(page, built.server, 'Ann')
    zone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
  })

  /** The value of a field, some days after the first Thursday. */
  const field = (days: number, clock: string) =>
    `${new Date(first + days * DAY).toISOString().slice(0, 10)}T${clock}`
  /** The same time in a mail and on a page. */
  const shown = async (days: number, clock = '19:00') => {
    const start = await page.evaluate((local) => Date.parse(local), field(days, clock))
    const reading = { zone, now: Date.now(), language: 'en', isZoneNamed: true }
    const day = timeInMail(start, null, reading).replace(/,.*/, '')
    return { day, time: timeInMail(start, start + LENGTH, reading) }
  }
  const mailTo = async (about: string) =>
    read(await built.server.mailTo(BEN, new RegExp(`^Subject: ${about}`, 'm')))

  /** Plans the series through the dialog. @returns presses and fields */
  async function plan() {
    let [presses, fields] = [0, 0]
    const press = async (target: Locator) => {
      presses += 1
      await target.click()
    }
    const fill = async (target: Locator, value: string) => {
      fields += 1
      await target.fill(value)
    }
    await page.goto('/discordia/dashboard')
    await press(page.getByRole('button', { name: /^Ravens/ }))
    const sessions = page.getByRole('link', { name: /^Sessions/ })
    await press(sessions)
    // The overview has a button of the same name until then.
    await sessions.and(page.locator('[aria-current="true"]')).waitFor()
    await press(page.getByRole('button', { name: 'Plan a session' }))
    const form = page.getByRole('dialog', { name: 'Plan a session' })
    await fill(form.getByLabel('Start', { exact: true }), field(0, '19:00'))
    await press(form.getByRole('button', { name: 'Repeats Never' }))
    await press(page.getByRole('option', { name: 'Weekly', exact: true }))
    await fill(form.getByLabel('Number of sessions', { exact: true }), '8')
    for (const name of ['Ann', 'Ben']) await press(form.getByRole('checkbox', { name }))
    await fill(form.getByLabel('Title (optional)'), TITLE)
    await press(form.getByRole('button', { name: 'Save session' }))
    return { presses, fields }
  }

  /** Opens a dialog of the menu of a date, fills fields and confirms. */
  async function act(when: string, action: string, button: string, values: object) {
    await page.getByRole('button', { name: `More for the session ${when}` }).click()
    await page.getByRole('menuitem', { name: action, exact: true }).click()
    const form = page.getByRole('dialog')
    for (const [label, value] of Object.entries(values))
      await form.getByLabel(label, { exact: true }).fill(String(value))
    await form.getByRole('button', { name: button, exact: true }).click()
    await form.waitFor({ state: 'detached' })
  }

  test('is planned, answered by one press, moved, skipped and ended, and each mail says what happened', async () => {
    const { presses, fields } = await plan()
    const [one, two, three, four] = [
      await shown(0),
      await shown(7),
      await shown(14),
      await shown(21),
    ]
    const last = await shown(49)
    const told = `8 sessions planned: every Thursday, until ${last.day}.`
    await toastOn(page, 'status', told)
    expect(presses).toBeLessThanOrEqual(PRESSES_MAX)
    expect(fields).toBeLessThanOrEqual(FIELDS_MAX)
    const made = await mailTo('.*series')
    expect(made.text).toContain(`How often: Every Thursday, until ${last.day}\n`)
    for (const { time } of [one, two, three]) expect(made.text).toContain(`\n${time}\nhosted by `)
    expect(made.text).not.toContain(four.time)
    expect(made.text).toContain(`All times are ${zoneName(zone)}.`)
    expect(made.cells).toBe(6)

    const bens = await built.newcomer(SMALL)
    await signIn(bens, built.server, 'Ben')
    await bens.goto(page.url())
    await bens.getByRole('radio', { name: 'Coming to all 8' }).click()
    await bens.getByText('2 are coming').first().waitFor()
    expect(await inspect(bens)).toEqual([])
    expect(
      await built.server.values(
        `select count(*) from game_answers join users on users.id = user_id
          where username = 'Ben' and answer = 'coming'`,
      ),
    ).toEqual([8])

    await page.getByRole('button', { name: 'Show 6 more dates' }).click()
    const friday = await shown(15, '20:00')
    const values = { Start: field(15, '20:00'), 'Reason (optional)': REASON }
    await act(three.time, 'Change', 'Save', values)
    const moved = await mailTo('Moved to')
    expect(moved.subject).toBe(`Moved to ${friday.time.replace(/–.*/, '')}: ${TITLE}`)
    expect(moved.text).toContain(`Ann moved a session of`)
    expect(moved.text).toContain(`> ${REASON}\n`)
    expect(moved.text).toContain(`Before: ${three.time}\nNow: ${friday.time} ${zoneName(zone)}\n`)
    expect(moved.cells).toBe(2)

    await act(two.time, 'Skip this date', 'Skip date', { 'Reason (optional)': REASON })
    const skipped = await mailTo('Not on')
    expect(skipped.subject).toBe(`Not on ${two.day}: ${TITLE}`)
    expect(skipped.text).toContain('Ann cancelled one date of')
    expect(skipped.text).toContain(`> ${REASON}\n`)
    expect(skipped.text).toContain(`Next date: ${one.time}\n`)
    expect(skipped.cells).toBe(0)

    await act(one.time, 'Cancel all dates', 'Cancel all dates', { 'Reason (optional)': 'Done.' })
    const ended = await mailTo('Cancelled:')
    expect(ended.subject).toBe(`Cancelled: ${TITLE}`)
    expect(ended.text).toContain('> Done.\n')
    await page.getByText(TITLE).first().waitFor({ state: 'detached' })
  })
})
