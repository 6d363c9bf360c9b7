import { type Browser, chromium, type Locator, type Page } from 'playwright-core'
import { findChromium } from '../../../scripts/chromium.ts'
import { type Figure, median, type Part } from '../figures.ts'
import { type Child, withChild } from '../servers/child.ts'
import { COPIES_PATH, type Copy } from '../servers/copies.ts'
import type { SiteReady } from '../servers/siteProcess.ts'

declare global {
  interface Window {
    /** Durations of events since `watchEvents`, in milliseconds. */
    benchEvents?: number[]
  }
}

/** The shortest duration that browsers report. */
const SHORTEST_MS = 16

/** Starts recording events; call it before the page loads. */
const watchEvents = (page: Page): Promise<unknown> =>
  page.addInitScript((durationThreshold) => {
    const durations: number[] = []
    window.benchEvents = durations
    new PerformanceObserver((list) => {
      // Pointer movements are reported too; they are not interactions.
      for (const entry of list.getEntries() as PerformanceEventTiming[])
        if (entry.interactionId > 0) durations.push(entry.duration)
    }).observe({ type: 'event', durationThreshold, buffered: true } as PerformanceObserverInit)
  }, SHORTEST_MS)

/**
 * The longest time from an event to the next painted frame during an interaction, in milliseconds.
 * @param outcome waits until the interaction is done
 */
async function slowestEvent(
  page: Page,
  interact: () => Promise<unknown>,
  outcome: () => Promise<unknown>,
): Promise<number> {
  await painted(page)
  await page.evaluate(() => window.benchEvents?.splice(0))
  await interact()
  await outcome()
  await painted(page)
  const durations = await page.evaluate(() => window.benchEvents ?? [])
  return Math.max(SHORTEST_MS, ...durations)
}

/** Waits for two painted frames and idle time; then earlier events have been reported. */
const painted = (page: Page): Promise<unknown> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        requestAnimationFrame(() =>
          requestAnimationFrame(() => requestIdleCallback(() => resolve())),
        ),
      ),
  )

/** Odd, for the median. */
const ROUNDS = { full: 9, quick: 3 }
const SLOWDOWN = 4
const GOAL_MS = 100
const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
  locale: 'en-GB',
} as const

type Interaction = {
  readonly name: string
  readonly path: string
  /** The tapped control. */
  readonly target: (page: Page) => Locator
  /** A key that is pressed after the tap and measured instead of it. */
  readonly key?: string
  /** Appears when the interaction is done. */
  readonly outcome: (page: Page) => Locator
}

/** Baseline: the time that browser and machine take by themselves. */
const NOTHING: Interaction = {
  name: 'press a button of a page without script',
  path: `${COPIES_PATH}button`,
  target: (page) => page.getByRole('button'),
  outcome: (page) => page.getByRole('button'),
}
const BUTTON_PAGE = '<!doctype html><title>Button</title><button>Press</button>'

const INTERACTIONS: readonly Interaction[] = [
  {
    name: 'open the menu',
    path: '/discordia/',
    target: (page) => page.getByRole('button', { name: 'Menu' }),
    outcome: (page) => page.getByRole('navigation').getByRole('link', { name: 'Rules' }),
  },
  {
    name: 'open a card of the glossary',
    path: '/discordia/world',
    target: (page) => page.getByRole('article').first().getByRole('button').first(),
    outcome: (page) => page.getByRole('article').first().getByRole('button', { expanded: true }),
  },
  {
    name: 'type a letter into the search of the rules',
    path: '/discordia/rules',
    target: (page) => page.getByRole('tabpanel').getByRole('searchbox'),
    key: 'e',
    outcome: (page) => page.getByRole('tabpanel').getByRole('link').first(),
  },
  {
    name: 'switch the tab of the rules',
    path: '/discordia/rules',
    target: (page) => page.getByRole('tab', { selected: false }),
    outcome: (page) => page.getByRole('tab', { name: 'Basic Rules', selected: true }),
  },
  {
    name: 'filter the news',
    path: '/discordia/news&events/',
    target: (page) => page.getByRole('checkbox', { name: 'Show News' }),
    outcome: (page) => page.getByRole('checkbox', { name: 'Show News', checked: false }),
  },
  {
    name: 'open an article',
    path: '/discordia/news&events/',
    target: (page) => page.getByRole('article').first().getByRole('button').first(),
    outcome: (page) => page.getByRole('dialog'),
  },
]

export const part: Part = {
  title: 'Interaction',
  about:
    `Time from a press to the next painted frame on a screen of a phone, with the processor slowed down to a quarter: the ` +
    'longest event of each interaction, as browsers report it (in steps of 8 ms; below 16 ms counts as 16). Every round is ' +
    'a new visitor. Medians.',
  run: ({ isQuick }) =>
    withChild('siteProcess.ts', async (site: Child<SiteReady>) => {
      const browser = await chromium.launch({
        executablePath: await findChromium(),
        args: ['--no-sandbox', '--disable-gpu'],
      })
      try {
        await site.ask('copy', { name: 'button', html: BUTTON_PAGE, headers: {} } satisfies Copy)
        const figures: Figure[] = []
        for (const interaction of [...INTERACTIONS, NOTHING])
          figures.push(
            await measure(
              browser,
              site.ready.url,
              interaction,
              isQuick ? ROUNDS.quick : ROUNDS.full,
            ),
          )
        return { figures }
      } finally {
        await browser.close()
      }
    }),
}

async function measure(
  browser: Browser,
  url: string,
  interaction: Interaction,
  rounds: number,
): Promise<Figure> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const context = await browser.newContext({ ...PHONE, baseURL: url, serviceWorkers: 'block' })
    try {
      times.push(await interactionMs(await context.newPage(), interaction))
    } finally {
      await context.close()
    }
  }
  return {
    subject: interaction.name,
    name: 'press to paint',
    value: median(times),
    unit: 'ms',
    better: 'lower',
    goal: interaction === NOTHING ? undefined : GOAL_MS,
  }
}

async function interactionMs(
  page: Page,
  { path, target, key, outcome }: Interaction,
): Promise<number> {
  await watchEvents(page)
  await page.goto(path, { waitUntil: 'networkidle' })
  // The banner covers the end of the page.
  const accept = page.getByRole('button', { name: 'Accept' })
  if (await accept.isVisible()) await accept.tap()
  const element = target(page)
  await element.evaluate((node) => node.scrollIntoView({ block: 'center' }))
  const box = await element.boundingBox()
  if (box === null) throw new Error(`${path} does not show what is to be pressed`)
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  // Taps by coordinates, because Playwright's checks of an element would run in the page.
  const tap = () => page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
  if (key === undefined) return slowestEvent(page, tap, () => outcome(page).waitFor())
  await tap()
  return slowestEvent(
    page,
    () => page.keyboard.press(key),
    () => outcome(page).waitFor(),
  )
}
