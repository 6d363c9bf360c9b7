import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { settled } from '../../test/helpers/browser/browser.ts'
import { builtSite } from '../../test/helpers/browser/builtSite.ts'
import { follow } from '../../test/helpers/browser/follow.ts'
import { signIn } from '../../test/helpers/browser/signIn.ts'
import { closeDialog, type State, statesWorld } from '../../test/helpers/browser/walkStates.ts'
import { plansIn } from '../../test/helpers/fixtures/planningActs.ts'
import type { DeskServer } from '../../test/helpers/server/startDesk.ts'
import { PSEUDO_LOCALES, pseudoTexts, type Texts } from './pseudoLocale.ts'
import { rolesIn } from './pseudoStates.ts'
import { textFaults } from './textFaults.ts'

/** CSS pixels. */
const WIDTHS = [320, 768, 1440]
const HEIGHT = 800

/** Data of the tables of states, with a coming poll and session. */
async function plannedWorld(server: DeskServer): Promise<void> {
  await statesWorld(server)
  const { id } = await server.deps.db
    .selectFrom('groups')
    .select('id')
    .where('name', '=', 'Ravens')
    .executeTakeFirstOrThrow()
  await plansIn(server).addPoll(id)
  await plansIn(server).addSession(id)
}

const textsOf = (code: string) =>
  JSON.parse(readFileSync(`locales/${code}/translation.json`, 'utf8')) as Texts
const english = textsOf('en')
const { xa, xb } = PSEUDO_LOCALES
/** What is missing in German is found by its keys. */
const LANGUAGES = [
  {
    name: 'with words that are 40 % longer',
    code: xa.code,
    hasMarks: true,
    texts: pseudoTexts(xa, english),
  },
  { name: 'of Arabic script', code: xb.code, hasMarks: true, texts: pseudoTexts(xb, english) },
  { name: 'German', code: 'de', hasMarks: false, texts: textsOf('de') },
]

/** The file with the name of the site and its claim, as the server fills them in. */
const named = (texts: Texts): string =>
  JSON.stringify(texts).replaceAll('{{site}}', 'Discordia').replaceAll('{{claim}}', 'One table')

function textAt(texts: Texts, key: string): string {
  const found = key
    .split('.')
    .reduce<string | Texts | undefined>(
      (part, name) => (typeof part === 'object' ? part[name] : undefined),
      texts,
    )
  if (typeof found !== 'string') throw new Error(`No text has the key ${key}.`)
  return found
}

const cases = LANGUAGES.flatMap((language) =>
  rolesIn((key) => textAt(language.texts, key)).map((role) => ({ ...language, ...role })),
)

/** Lets the page draw twice: it may change with the width. */
const drawn = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))
  })

describe('texts of another language', () => {
  const built = builtSite({ world: plannedWorld, ownContext: true })

  async function open(page: Page, path: string, isFresh: boolean): Promise<void> {
    await closeDialog(page)
    await (isFresh ? page.goto(path) : follow(page, path))
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await settled(page)
  }

  async function faultsOf(
    page: Page,
    { name, reach }: State,
    contents: Contents,
    hasMarks: boolean,
  ) {
    await reach?.(page)
    await settled(page)
    const found: string[] = []
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT })
      await page.evaluate(drawn)
      const faults = await textFaults(page, { isContent: await contents(), hasMarks })
      found.push(...faults.map((fault) => `${name}, ${width} px: ${fault}`))
    }
    return found
  }

  test.each(cases)(
    'fit their places and are all translated: $name, as $who reads them',
    async ({ code, texts, hasMarks, member, states }) => {
      const { page, server } = built
      page.setDefaultTimeout(8000)
      const contents = contentsOf(page, code)
      if (hasMarks)
        await page.route(`**/locales/${code}/translation.json*`, (route) =>
          route.fulfill({ body: named(texts), contentType: 'application/json' }),
        )
      // The server knows the choice, too, as after one in the footer.
      await page.context().addCookies([{ name: 'i18next', value: code, url: server.url }])
      if (member) await signIn(page, server, member)
      const found: string[] = []
      for (const [at, state] of states.entries())
        try {
          await page.setViewportSize({ width: 320, height: HEIGHT })
          if (state.path) await open(page, state.path, at === 0)
          found.push(...(await faultsOf(page, state, contents, hasMarks)))
        } catch (error) {
          found.push(`${state.name} cannot be looked at: ${String(error)}`)
        }
      expect(found).toEqual([])
    },
    300_000,
  )
})

/** Dates, times, sizes and kinds of files, network addresses. */
const FORMATTED =
  /\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun|Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec|UTC|CSV|k?B|MB|bytes|in \d+ days?|today|tomorrow|yesterday|127\.0\.0\.x)\b/g

/** The words of sizes of files. */
const unitsIn = (code: string): string[] =>
  ['byte', 'kilobyte', 'megabyte'].flatMap((unit) =>
    (['short', 'long'] as const).flatMap((unitDisplay) =>
      new Intl.NumberFormat(code, { style: 'unit', unit, unitDisplay })
        .formatToParts(18)
        .flatMap(({ type, value }) => (type === 'unit' ? [value] : [])),
    ),
  )

/** What the API has sent with a page that the server has rendered, in English. */
const SERVED = /<script type="application\/json" id="served">(.*?)<\/script>/s

type Contents = () => Promise<(words: string) => boolean>

/** Finds what the API has sent to the page, which needs no translation. */
function contentsOf(page: Page, code: string): Contents {
  const sent: Promise<string>[] = []
  page.on('response', (response) => {
    const type = response.headers()['content-type'] ?? ''
    if (response.url().includes('/locales/') || !/json|html/.test(type)) return
    const text = response.text().catch(() => '')
    sent.push(type.includes('html') ? text.then((html) => SERVED.exec(html)?.[1] ?? '') : text)
  })
  const nameIn = (reader: string, language: string) =>
    new Intl.DisplayNames([reader], { type: 'language' }).of(language)
  // The chooser has the languages by their own names.
  const names = ['en', 'de', 'is'].flatMap((one) => [nameIn(code, one), nameIn(one, one)])
  const regions = new Intl.DisplayNames([code], { type: 'region' })
  names.push(...['AT', 'DE', 'IS'].map((region) => regions.of(region)))
  const units = unitsIn(code).toSorted((one, other) => other.length - one.length)
  return async () => {
    const all = [...(await Promise.all(sent)), ...names].join('\n').replaceAll('\\n', ' ')
    const isFormatted = (words: string) => {
      const rest = units.reduce((left, unit) => left.replaceAll(unit, ''), words)
      return !/\p{L}/u.test(rest.replace(FORMATTED, ''))
    }
    return (words) => isFormatted(words) || all.includes(words)
  }
}
