import { builtSite } from '../../test/helpers/browser/builtSite.ts'
import { storeTokens, tokensOf } from '../../test/helpers/browser/signIn.ts'

/** Password of all accounts of the demonstration, which the server prints when it starts. */
const PASSWORD = 'GoldenApple412!'
const PAGES = [
  '/discordia/',
  '/discordia/news&events/',
  '/discordia/downloads',
  '/discordia/rules',
  '/discordia/rules?tab=basic',
  '/discordia/world',
  '/discordia/rpg-initiative',
]

/** Checks only the form of the demonstration, because its content may change at any time. */
describe('the demonstration', () => {
  const built = builtSite({ world: 'demo' })

  /** Pictures that fail to load, and headings, links and buttons without a name. */
  const flaws = async (path: string): Promise<string[]> => {
    await built.page.goto(path)
    await built.page.getByRole('heading', { level: 1 }).first().waitFor()
    await built.settled()
    const found = await built.page.evaluate(async () => {
      const named = [...document.querySelectorAll('h1, h2, h3, h4, a, button')]
      const nameless = named.filter(
        (element) => !element.textContent?.trim() && !element.getAttribute('aria-label'),
      )
      const images = [...document.querySelectorAll('img')]
      const drawn = await Promise.all(
        images.map((image) => {
          image.loading = 'eager'
          return image.decode().then(
            () => true,
            () => false,
          )
        }),
      )
      const texts = document.querySelector('main')?.textContent ?? ''
      return [
        ...nameless.map((element) => `nameless: ${element.outerHTML.slice(0, 120)}`),
        ...images.filter((_, index) => !drawn[index]).map(({ src }) => `not drawn: ${src}`),
        ...(/undefined|null|NaN|\{\{/.exec(texts) ?? []),
      ]
    })
    return found.map((flaw) => `${path}: ${flaw}`)
  }
  const ask = async <T>(path: string): Promise<T> =>
    (await fetch(`${built.server.url}/api${path}`)).json() as Promise<T>

  test('every page is drawn with all its pictures and names, the dashboard of a member too', async () => {
    const found: string[] = []
    for (const path of PAGES) found.push(...(await flaws(path)))
    for (const [list, route] of [
      ['/contents/active', '/discordia/news/'],
      ['/contents/activeEvents', '/discordia/news/'],
      ['/rules/entries/', '/discordia/ruleItem/'],
      ['/rules/quick-entries/', '/discordia/ruleItem/'],
    ]) {
      const [first] = await ask<{ id: number }[]>(list ?? '')
      found.push(...(await flaws(`${route}${first?.id}`)))
    }
    const tokens = await tokensOf(built.server, 'mira@discordia.example', PASSWORD)
    await storeTokens(built.page, tokens)
    found.push(...(await flaws('/discordia/dashboard')))
    const groups = built.page.getByRole('button', { name: /\(\d members\)$/ })
    await groups.first().waitFor()
    await built.page.getByRole('tab', { name: /^Invites/ }).click()
    await built.page.getByRole('button', { name: 'Accept' }).first().waitFor()
    expect(found).toEqual([])
  })
})
