import type { Page } from 'playwright-core'
import { DEMO_PASSWORD } from '#server/db/seed/accounts.ts'
import { settled, type Visit, visit } from '#test/helpers/browser/browser.ts'
import { builtSite } from '#test/helpers/browser/builtSite.ts'
import { storeTokens, tokensOf } from '#test/helpers/browser/signIn.ts'
import texts from '../../locales/en/translation.json' with { type: 'json' }

/** Largest sum of layout shifts (https://web.dev/articles/cls) for one act. */
const SHIFTS_MAX = 0.02
const GROUP = 'The Orchard Jury'

type Shift = PerformanceEntry & {
  readonly value: number
  readonly hadRecentInput: boolean
  readonly sources: readonly { readonly node: Node | null }[]
}

/** A processor four times as slow, and a network with 150 ms and 1.6 Mbit/s. */
async function slowDown(page: Page): Promise<void> {
  const phone = await page.context().newCDPSession(page)
  await phone.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await phone.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 100_000,
  })
}

/** What moved since the last call, with its score. */
const movedIn = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<{ score: number; moved: string[] }>((resolve) => {
        const page = globalThis as { stillFrom?: number }
        const from = page.stillFrom ?? 0
        page.stillFrom = performance.now()
        const shifts: Shift[] = []
        new PerformanceObserver((list) => {
          shifts.push(...(list.getEntries() as Shift[]))
        }).observe({ type: 'layout-shift', buffered: true })
        const tell = () => {
          const counted = shifts.filter((each) => !each.hadRecentInput && each.startTime >= from)
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

  /** Fails with what has moved. */
  async function expectStill(act: string): Promise<void> {
    await settled(phone.page)
    const { score, moved } = await movedIn(phone.page)
    expect([act, score <= SHIFTS_MAX ? [] : [score.toFixed(4), ...moved]]).toEqual([act, []])
  }

  test('while the dashboard opens, a group opens, shows its parts, and gets a vote', async () => {
    const { page } = phone
    await slowDown(page)
    await page.goto('/discordia/dashboard')
    await expectStill('open the dashboard')
    await page.getByRole('button', { name: `${GROUP} (4 members)` }).tap()
    await expectStill('open a group')
    const parts = page.getByRole('navigation', { name: `Parts of ${GROUP}` })
    await page.getByRole('radio', { name: texts.planning.not_coming }).tap()
    await expectStill('answer a session')
    for (const part of [
      'sessions',
      'about',
      'members',
      'activity',
      'manage',
      'overview',
    ] as const) {
      await parts.getByRole('link', { name: texts.group_part[part] }).tap()
      await expectStill(`part ${part}`)
    }
  })

  test('while each tab of the dashboard opens', async () => {
    const { page } = phone
    await slowDown(page)
    await page.goto('/discordia/dashboard')
    await settled(page)
    await movedIn(page)
    for (const tab of ['invites', 'details', 'settings', 'groups'] as const) {
      await page.getByRole('tab', { name: texts.dashboard[`tab_${tab}`] }).tap()
      await expectStill(`tab ${tab}`)
    }
  })

  test('while a news item and an entry of the glossary open', async () => {
    const { page } = phone
    await slowDown(page)
    await page.goto('/discordia/news&events/')
    await settled(page)
    await page.getByRole('button', { name: texts.news.read_more }).first().tap()
    await expectStill('Read more')
    await page.goto('/discordia/world')
    await settled(page)
    await movedIn(page)
    await page.getByRole('article').first().getByRole('button').first().tap()
    await expectStill('expand an entry')
  })
})
