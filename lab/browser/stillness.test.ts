import type { Locator, Page } from 'playwright-core'
import texts from '../../locales/en/translation.json' with { type: 'json' }
import { DEMO_PASSWORD } from '../../server/db/seed/accounts.ts'
import { settled, type Visit, visit } from '../../test/helpers/browser/browser.ts'
import { builtSite } from '../../test/helpers/browser/builtSite.ts'
import { storeTokens, tokensOf } from '../../test/helpers/browser/signIn.ts'
import { slowDown } from './slowDown.ts'

/** Largest sum of layout shifts (https://web.dev/articles/cls) for one act. */
const SHIFTS_MAX = 0.02
const GROUP = 'The Orchard Jury'
/** Others name these in their texts. */
const MENTIONED = { rule: 'Spend a seed', entry: 'Bell Goat' }

type Shift = PerformanceEntry & {
  readonly value: number
  readonly sources: readonly { readonly node: Node | null }[]
}

/** Two frames: what was changed before is painted. */
const painted = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))
  })

/** Waits until the page has drawn its reaction to an act: what moves from now on moves by itself. */
async function drawn(page: Page, reaction: Locator): Promise<number> {
  await reaction.waitFor()
  await page.evaluate(painted)
  return page.evaluate(() => performance.now())
}

/** What has moved since a time of the page, with its score. */
const movedSince = (page: Page, from: number) =>
  page.evaluate(
    (since) =>
      new Promise<{ score: number; moved: string[] }>((resolve) => {
        const shifts: Shift[] = []
        new PerformanceObserver((list) => {
          shifts.push(...(list.getEntries() as Shift[]))
        }).observe({ type: 'layout-shift', buffered: true })
        const tell = () => {
          const counted = shifts.filter(({ startTime }) => startTime >= since)
          resolve({
            score: counted.reduce((sum, { value }) => sum + value, 0),
            moved: counted.flatMap(({ value, sources }) =>
              sources.map(({ node }) => `${value.toFixed(4)} ${node?.textContent?.slice(0, 60)}`),
            ),
          })
        }
        // Observers run before the second frame.
        requestAnimationFrame(() => requestAnimationFrame(tell))
      }),
    from,
  )

describe('on a slow phone nothing moves by itself', () => {
  const built = builtSite({ world: 'demo' })
  let phone: Visit

  beforeEach(async () => {
    phone = await visit(built.browser, built.server, { width: 360, height: 740, hasTouch: true })
    const { page } = phone
    await storeTokens(page, await tokensOf(built.server, 'mira@discordia.example', DEMO_PASSWORD))
  })
  afterEach(async () => {
    await phone.close()
    expect(phone.complaints).toEqual([])
  })

  /** Fails with what has moved after the reaction to an act, until the page is at rest. */
  async function expectStill(act: string, reaction: Locator): Promise<void> {
    const { page } = phone
    const from = await drawn(page, reaction)
    await settled(page)
    const { score, moved } = await movedSince(page, from)
    expect([act, score <= SHIFTS_MAX ? [] : [score.toFixed(4), ...moved]]).toEqual([act, []])
  }

  /** Fails with what has moved from the press itself on, until the page has reacted and is at rest. */
  async function expectPressStill(act: string, control: Locator, reaction: Locator): Promise<void> {
    const { page } = phone
    const from = await page.evaluate(() => performance.now())
    await control.tap()
    await reaction.waitFor()
    await settled(page)
    await page.evaluate(painted)
    const { score, moved } = await movedSince(page, from)
    expect([act, score <= SHIFTS_MAX ? [] : [score.toFixed(4), ...moved]]).toEqual([act, []])
  }

  /** Heights of an element, one for each frame in which it has another one, from a press until the page is at rest. */
  async function heightsOf(element: Locator, control: Locator): Promise<number[]> {
    const handle = await element.elementHandle()
    const heights = await handle?.evaluateHandle((node) => {
      const seen = [(node as Element).getBoundingClientRect().height]
      const look = () => {
        const { height } = (node as Element).getBoundingClientRect()
        if (height !== seen.at(-1)) seen.push(height)
        requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
      return seen
    })
    await control.tap()
    // A tap resolves before a slow page has handled its click.
    await control.and(phone.page.locator('[aria-expanded="true"]')).waitFor()
    await settled(phone.page)
    await phone.page.evaluate(painted)
    return (await heights?.jsonValue()) ?? []
  }

  test('a card grows as it opens, and what loads in it is no smaller than what held its place', async () => {
    const { page } = phone
    await slowDown(page)
    await page.goto('/discordia/dashboard')
    await settled(page)
    const group = page.getByRole('button', { name: `${GROUP} (4 members)` })
    const groupCard = page.getByRole('listitem').filter({ has: group })
    const openings = page.getByRole('button', { name: texts.openings.title })
    const opened = [
      await heightsOf(groupCard, group),
      await heightsOf(openings.locator('xpath=../../..'), openings),
    ]
    await page.goto('/discordia/world')
    await settled(page)
    const entry = page.getByRole('article').first()
    opened.push(await heightsOf(entry, entry.getByRole('button').first()))
    for (const heights of opened) {
      expect(heights.length).toBeGreaterThan(1)
      expect(heights).toEqual(heights.toSorted((a, b) => a - b))
    }
  })

  test('while the dashboard opens, a group opens, shows its parts, and gets a vote', async () => {
    const { page } = phone
    await slowDown(page)
    await page.goto('/discordia/dashboard')
    await expectStill('open the dashboard', page.getByRole('banner'))
    const group = page.getByRole('button', { name: `${GROUP} (4 members)` })
    await group.scrollIntoViewIfNeeded()
    const parts = page.getByRole('navigation', { name: `Parts of ${GROUP}` })
    await expectPressStill('open a group', group, parts)
    const card = page.getByRole('listitem').filter({ has: group })
    const answer = card.getByRole('radio', { name: texts.planning.not_coming })
    await answer.tap()
    await expectStill('answer a session', answer.and(page.locator(':checked')))
    for (const part of [
      'sessions',
      'members',
      'about',
      'activity',
      'manage',
      'overview',
    ] as const) {
      const link = parts.getByRole('link', { name: texts.group_part[part] })
      await expectPressStill(`part ${part}`, link, link.and(page.locator('[aria-current="true"]')))
    }
  })

  test('while the dashboard of a newcomer opens', async () => {
    const { page } = phone
    await storeTokens(page, await tokensOf(built.server, 'runa@discordia.example', DEMO_PASSWORD))
    await slowDown(page)
    await page.goto('/discordia/dashboard')
    await expectStill('open the dashboard', page.getByRole('banner'))
    await page.getByRole('heading', { name: texts.first.title }).waitFor()
  })

  test('while each tab of the dashboard opens', async () => {
    const { page } = phone
    await slowDown(page)
    await page.goto('/discordia/dashboard')
    await settled(page)
    for (const name of ['invites', 'details', 'settings', 'groups'] as const) {
      const tab = page.getByRole('tab', { name: texts.dashboard[`tab_${name}`] })
      await tab.tap()
      await expectStill(`tab ${name}`, tab.and(page.locator('[aria-selected=true]')))
    }
  })

  test('while each row of the dashboard and its settings opens', async () => {
    const { page } = phone
    await slowDown(page)
    await page.goto('/discordia/dashboard')
    for (const tab of ['settings', 'groups', 'invites'] as const) {
      const opener = page.getByRole('tab', { name: texts.dashboard[`tab_${tab}`] })
      await opener.tap()
      await opener.and(page.locator('[aria-selected="true"]')).waitFor()
      await settled(page)
      const rows = page.getByRole('tabpanel').locator('[id^="section-"]')
      expect(await rows.count()).toBeGreaterThan(0)
      for (const row of await rows.all()) {
        const name = (await row.textContent()) ?? ''
        const region = page.getByRole('region', { name, exact: true })
        await row.tap()
        await expectStill(`row ${name}`, region)
        await row.tap()
        // The rows below it move up now: the next one is pressed where it is then.
        await region.waitFor({ state: 'hidden' })
      }
    }
  })

  test('while a rule and an entry that others mention open', async () => {
    const { page } = phone
    const heading = page.getByRole('heading', { name: texts.linking.mentioned_in })
    await slowDown(page)
    await page.goto('/discordia/rules')
    await settled(page)
    await page.getByRole('link', { name: MENTIONED.rule, exact: true }).tap()
    await expectStill('open a rule', page.getByRole('heading', { level: 1, name: MENTIONED.rule }))
    await heading.waitFor()
    await page.goto('/discordia/world')
    await settled(page)
    const entry = page.getByRole('article', { name: MENTIONED.entry, exact: true })
    await entry.getByRole('button', { name: MENTIONED.entry }).tap()
    await expectStill('expand an entry', entry.getByRole('button', { name: 'minimize' }))
    await heading.waitFor()
  })

  test('while a news item and an entry of the glossary open', async () => {
    const { page } = phone
    await slowDown(page)
    await page.goto('/discordia/news&events/')
    await settled(page)
    await page.getByRole('button', { name: texts.news.read_more }).first().tap()
    await expectStill('Read more', page.getByRole('dialog'))
    await page.goto('/discordia/world')
    await settled(page)
    await page.getByRole('article').first().getByRole('button').first().tap()
    await expectStill('expand an entry', page.getByRole('button', { name: 'minimize' }))
  })
})
