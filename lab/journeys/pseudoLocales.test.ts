import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { settled } from '../../test/helpers/browser/browser.ts'
import { builtSite } from '../../test/helpers/browser/builtSite.ts'
import { follow } from '../../test/helpers/browser/follow.ts'
import { signIn } from '../../test/helpers/browser/signIn.ts'
import { closeDialog, type State, statesWorld } from '../../test/helpers/browser/walkStates.ts'
import { plansIn } from '../../test/helpers/fixtures/planningActs.ts'
import type { DeskServer } from '../../test/helpers/server/startDesk.ts'
import { type Contents, contentsOf, enterNarrow, faultsAtWidths } from './pseudoFaults.ts'
import { ARABIC, pseudoTexts, type Texts } from './pseudoLocale.ts'
import { rolesIn } from './pseudoStates.ts'

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
/** What is missing in German is found by its keys. */
const LANGUAGES = [
  {
    name: 'of Arabic script',
    code: ARABIC,
    hasMarks: true,
    texts: pseudoTexts(textsOf('en')),
  },
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
    const faults = await faultsAtWidths(page, { isContent: await contents(), hasMarks })
    return faults.map((fault) => `${name}, ${fault}`)
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
          await enterNarrow(page)
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
