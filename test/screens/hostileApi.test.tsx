import { act, waitFor } from '@testing-library/react'
import { calls } from '#contract/calls.ts'
import type { PageFacts, PageRenderer } from '#contract/pages.ts'
import { App } from '#src/app/SiteTree.tsx'
import { asMember } from '#test/helpers/fixtures/siteState.ts'
import { activeMarkup, PAYLOADS } from '#test/helpers/fixtures/xss.ts'
import { fakeApi } from '#test/helpers/screens/fakeApi.ts'
import { pageAnswer } from '#test/helpers/screens/pageAnswer.ts'
import { renderWithStore } from '#test/helpers/screens/renderWithStore.tsx'
import { english as texts } from '#test/helpers/texts.ts'

// The renderer of the pages is built for Node and needs this function.
globalThis.setImmediate ??= ((work: () => void) => setTimeout(work)) as never

type Schema = {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
}

/** A response that follows the contract, with an attack in every text. @param at number of the row */
function hostile(schema: Schema, text: string, at = 1): unknown {
  const { type, properties, items, anyOf } = schema
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  if (anyOf !== undefined) return hostile(anyOf[0] ?? {}, text, at)
  if (properties !== undefined)
    return Object.fromEntries(
      Object.entries(properties).map(([name, value]) => [name, textOrTime(name, value, text, at)]),
    )
  if (items !== undefined) return [0, 1, 2].map((row) => hostile(items, text, at + row))
  if (type === 'string') return `${text} ${at}`
  return type === 'boolean' ? true : at
}

/** Times stay times: without them a row is not shown. */
const textOrTime = (name: string, schema: Schema, text: string, at: number): unknown =>
  /_at$|_start$|_end$|date/.test(name) && schema.type === 'string'
    ? `2026-12-${10 + (at % 20)}T17:00:00Z`
    : hostile(schema, text, at)

/** First ids of lists that would otherwise share ids with another list of the same sequence. */
const FIRST_ID: Readonly<Record<string, number>> = { listEvents: 11, listQuickEntries: 11 }

const answersWith = (text: string) =>
  Object.fromEntries(
    calls.map(({ name, response }) => {
      const success = Object.entries(response).find(([status]) => Number(status) < 300)?.[1]
      const answer = ({ path }: { readonly path: string }) => {
        const about = name === 'listRuleSubcategories' ? Number(path.split('/').at(-2)) * 10 : 1
        return hostile(success ?? {}, text, FIRST_ID[name] ?? about)
      }
      return [name, answer]
    }),
  )

const TEXTS = [
  ['a hundred attacks in one text', PAYLOADS.join('\n')],
  // A whole value, for links and sources.
  ['a script as the URL of everything', ' \u0001JaVa\tScRiPt:xss(97)'],
] as const

const PUBLIC = [
  '/discordia/',
  '/discordia/news&events/',
  '/discordia/news/1',
  '/discordia/downloads',
  '/discordia/rules?tab=basic&entry=1',
  '/discordia/rules',
  '/discordia/ruleItem/1',
  '/discordia/world',
  '/discordia/world?entry=1',
]
const OF_MEMBERS = [
  '/discordia/dashboard',
  '/discordia/dashboard?tab=invites',
  '/discordia/dashboard?tab=details',
  '/discordia/dashboard?tab=settings',
  '/discordia/world?show=mine',
]

describe.each(TEXTS)('an API that responds with %s', (_what, text) => {
  test.each([
    ...PUBLIC.map((at) => [at, undefined] as const),
    ...OF_MEMBERS.map((at) => [at, asMember()] as const),
  ])('renders it as text on %s', async (at, state) => {
    const api = fakeApi(answersWith(text))
    const { user, container } = renderWithStore(<App />, { at, ...(state && { state }) })
    await waitFor(() => expect(container.querySelector('h1')).not.toBeNull())
    await waitFor(() => expect(api.calls().length).toBeGreaterThan(0))
    await act(async () => undefined)
    const shut = () =>
      [...document.querySelectorAll<HTMLElement>('[aria-expanded="false"]')].slice(0, 4)
    for (const button of shut()) if (button.isConnected) await user.click(button)
    await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull())
    expect(document.body).toHaveTextContent(/xss\(/i)
    expect(activeMarkup(document)).toEqual([])
  })
})

describe('the renderer of the pages', () => {
  const FACTS: PageFacts = {
    timeZone: 'UTC',
    hasConsent: false,
    language: 'en',
  }
  let renderer: PageRenderer
  async function rendered(address: string) {
    const [path = '', search = ''] = address.split('?')
    const page = await renderer.pageOf(path, search)
    if (page.kind !== 'public') throw new Error(`${address} is ${page.kind}`)
    return renderer.renderPage({
      url: page.url,
      facts: FACTS,
      texts,
      answer: pageAnswer,
    })
  }
  // The renderer has modules of its own, as on the server; lazy parts are loaded once, here.
  beforeAll(() =>
    jest.isolateModulesAsync(async () => {
      renderer = (await import('#src/server.tsx')).renderer
      fakeApi(answersWith('x'))
      for (const address of PUBLIC) await rendered(address)
    }),
  )

  test.each(PUBLIC)(
    'makes no markup of attacks on %s, in the page, its title or its data',
    async (address) => {
      fakeApi(answersWith(PAYLOADS.join('\n')))
      const { html, title } = await rendered(address)
      expect(html).toContain('xss(1)')
      const drawn = new DOMParser().parseFromString(
        `<!doctype html><html><head>${title}</head><body>${html}</body></html>`,
        'text/html',
      )
      expect(activeMarkup(drawn)).toEqual([])
      expect(drawn.querySelectorAll('title')).toHaveLength(1)
      expect([...drawn.querySelectorAll('script')].map(({ id }) => id)).toEqual(['served'])
    },
  )
})
