import { accountCalls } from '../../../contract/account.ts'
import { contentCalls } from '../../../contract/content.ts'
import { glossaryCalls } from '../../../contract/glossary.ts'
import { groupCalls } from '../../../contract/groups.ts'
import type { Route } from '../../../contract/route.ts'
import { rulesCalls } from '../../../contract/rules.ts'
import { type ComparedCall, compare } from '../compared.ts'
import type { Figure, Options, Part } from '../figures.ts'
import type { ApiReady } from '../servers/apiProcess.ts'
import { onStage, type Stage } from '../servers/child.ts'
import type { ContentReady } from '../servers/contentProcess.ts'

/** Least share of the bare route's speed for a cached response. */
const CACHED_RATIO_MIN = 0.85
/** Refresh tokens for all turns of both sides, since each refresh invalidates its token. */
const REFRESHES = { full: 100, quick: 120 }
const BROTLI = { 'accept-encoding': 'br' }
const LANDING_PATH = '/discordia/'

const LISTS: readonly (readonly [string, Route])[] = [
  ['news, 200 items', contentCalls.listNews],
  ['events, 200 items', contentCalls.listEvents],
  ['latest, of 400 items', contentCalls.listLatest],
  ['downloads, 200 items', contentCalls.listDownloads],
]
const DEMO_LISTS: readonly (readonly [string, Route])[] = [
  ['rule categories', rulesCalls.listRuleCategories],
  ['rule videos', rulesCalls.listRuleVideos],
  ['rule entries', rulesCalls.listRuleEntries],
  ['quick rule categories', rulesCalls.listQuickSubcategories],
  ['quick rule entries', rulesCalls.listQuickEntries],
  ['glossary types', glossaryCalls.listGlossaryTypes],
  ['glossary sub-types', glossaryCalls.listGlossarySubtypes],
]

export const part: Part = {
  title: 'Server',
  about:
    'Calls of the API and the HTML of the landing page, each from ten connections, against a bare Fastify route that sends ' +
    'the same bytes. Both sides run in processes of their own and take turns, so that other load of the machine affects ' +
    'both; the figures are medians of the turns. On a shared machine the ratio says most: requests per second of the ' +
    'application divided by those of the bare route in the same turn. Load generator and server share the processor.',
  run: async (options) => ({
    figures: [
      ...(await onStage('apiProcess.ts', (stage: Stage<ApiReady>) => demoCalls(stage, options))),
      ...(await onStage('contentProcess.ts', (stage: Stage<ContentReady>) =>
        compareAll(stage, LISTS.map(cachedList), options),
      )),
    ],
  }),
}

async function compareAll(
  stage: Stage<{ readonly url: string }>,
  calls: readonly ComparedCall[],
  options: Options,
): Promise<Figure[]> {
  const figures = []
  for (const call of calls) figures.push(...(await compare(stage, call, options)))
  return figures
}

const cachedList = ([name, { path }]: readonly [string, Route]): ComparedCall => ({
  name,
  method: 'GET',
  path: `/api${path}`,
  ratioMin: CACHED_RATIO_MIN,
})

function demoCalls(stage: Stage<ApiReady>, options: Options): Promise<Figure[]> {
  const { access, refresh, login } = stage.api.ready
  const tokens = refresh[Symbol.iterator]()
  const landing = { method: 'GET', path: LANDING_PATH, ratioMin: CACHED_RATIO_MIN } as const
  const firstPage = `/api${glossaryCalls.listGlossaryEntries.path}?limit=10`
  return compareAll(
    stage,
    [
      { name: 'landing page', ...landing },
      { name: 'landing page, Brotli', ...landing, headers: BROTLI },
      ...DEMO_LISTS.map(cachedList),
      {
        name: 'glossary, first page',
        method: 'GET',
        path: firstPage,
        ratioMin: CACHED_RATIO_MIN,
      },
      {
        name: 'groups of a member, 5 groups',
        method: 'GET',
        path: `/api${groupCalls.listGroups.path}`,
        headers: { authorization: `Bearer ${access}` },
      },
      {
        name: 'log in',
        method: 'POST',
        path: `/api${accountCalls.login.path}`,
        body: () => JSON.stringify(login),
      },
      {
        name: 'refresh',
        method: 'POST',
        path: `/api${accountCalls.refresh.path}`,
        body: () => JSON.stringify({ refresh: tokens.next().value ?? refresh[0] }),
        requests: REFRESHES[options.isQuick ? 'quick' : 'full'],
      },
    ],
    options,
  )
}
