import type { Browser, Page } from 'playwright-core'
import { openBrowser, type Visit, visit } from '#test/helpers/browser/browser.ts'
import { emailOf } from '#test/helpers/browser/signIn.ts'
import { type BrowserServer, startWorld } from '#test/helpers/browser/startWorld.ts'
import { smallWorld } from '#test/helpers/fixtures/smallWorld.ts'
import { PASSWORD } from '#test/helpers/server/accounts.ts'

/*
 * A stand-in for the browser extension: it takes the options of the site, records the sanitised
 * actions, and can put an old state back as "jump" does.
 */
function installExtension(): void {
  type State = Record<string, unknown>
  type Action = { type: string }
  type Store = { getState: () => State; dispatch: (action: Action) => unknown }
  type Make = (reducer: (state: State, action: Action) => State, initial: State) => Store
  type Options = {
    actionSanitizer: (action: Action, id: number) => unknown
    stateSanitizer: (state: State, index: number) => unknown
  }
  const log: unknown[] = []
  const states: State[] = []
  const extension = {
    log,
    jump: (_index: number): void => undefined,
    shown: (): unknown => undefined,
    length: () => states.length,
  }
  const compose =
    (options: Options) =>
    (...enhancers: ((make: Make) => Make)[]) =>
    (make: Make): Make => {
      const recording: Make = (reducer, initial) =>
        make((state, action) => {
          if (action.type === '@@JUMP')
            return states[(action as { index?: number }).index ?? 0] ?? state
          const next = reducer(state, action)
          log.push(options.actionSanitizer(action, log.length))
          states.push(next)
          return next
        }, initial)
      return (reducer, initial) => {
        let inner: Store | undefined
        const outer = enhancers.reduceRight<Make>(
          (next, enhancer) => enhancer(next),
          (r, i) => {
            inner = recording(r, i)
            return inner
          },
        )(reducer, initial)
        // As the extension does: below every middleware, so that nothing listens.
        extension.jump = (index) => void inner?.dispatch({ type: '@@JUMP', index } as Action)
        extension.shown = () => options.stateSanitizer(outer.getState(), 0)
        return outer
      }
    }
  Object.assign(window, { extension, __REDUX_DEVTOOLS_EXTENSION_COMPOSE__: compose })
}

type Extension = {
  log: { type: string }[]
  jump: (index: number) => void
  shown: () => unknown
  length: () => number
}
declare global {
  interface Window {
    extension: Extension
  }
}

describe('debugging with Redux DevTools on the production build', () => {
  let server: BrowserServer
  let browser: Browser
  let visitor: Visit
  let page: Page

  beforeAll(async () => {
    server = await startWorld(smallWorld)
    browser = await openBrowser()
    visitor = await visit(browser, server)
    page = visitor.page
    await page.addInitScript(installExtension)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  test('nothing attaches without ?devtools; with it the log has every event, without tokens and passwords', async () => {
    await page.goto('/auth/login')
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.evaluate(() => window.extension.log.length)).toBe(0)
    await page.goto('/auth/login?devtools')
    await page.getByRole('main').getByRole('textbox', { name: 'Email' }).fill(emailOf('Ann'))
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
    await page.waitForURL('**/discordia/')
    await page.getByRole('link', { name: /^My Account/ }).click()
    await page.getByRole('button', { name: /^Ravens/ }).click()
    // What comes late moves the buttons below it.
    await page.getByText('No session is planned.').waitFor()
    await page.getByRole('button', { name: 'Edit the page of this group' }).waitFor()
    await page.getByRole('button', { name: 'Disband' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'No' }).click()
    const log = await page.evaluate(() => window.extension.log)
    const types = log.map(({ type }) => type)
    for (const type of [
      'session/loggedIn',
      'groups/groupToggled',
      'groups/dialogOpened',
      'groups/dialogClosed',
    ])
      expect(types).toContain(type)
    const seen = JSON.stringify([log, await page.evaluate(() => window.extension.shown())])
    expect(seen).not.toContain(PASSWORD)
    const tokens = await page.evaluate(() =>
      ['access_token', 'refresh_token'].map((key) => localStorage.getItem(key)),
    )
    for (const token of tokens) expect(seen).not.toContain(token ?? 'none')
  })

  test('jumping back renders the earlier state and requests, stores and redirects nothing', async () => {
    const asked: string[] = []
    const stored = () => page.evaluate(() => JSON.stringify({ ...localStorage }))
    const before = await stored()
    const opened = await page.evaluate(() =>
      window.extension.log.findIndex(({ type }) => type === 'groups/dialogOpened'),
    )
    page.on('request', (request) => asked.push(request.url()))
    await page.evaluate((index) => window.extension.jump(index), opened)
    await page.getByRole('dialog', { name: 'Disband Group' }).waitFor()
    await page.evaluate((index) => window.extension.jump(index), opened - 1)
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    expect(asked).toEqual([])
    expect(await stored()).toBe(before)
    expect(new URL(page.url()).pathname).toBe('/discordia/dashboard')
  })
})
