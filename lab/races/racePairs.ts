import fc from 'fast-check'
import pLimit from 'p-limit'
import type { DB } from '../../server/db/rows.ts'
import type { Answer, Call, Stage, Work } from '../../test/helpers/races/stage.ts'
import { SEED } from '../../test/helpers/server/faults.ts'
import { brokenRules } from './invariants.ts'

/** Operations on the same rows; each two of them are raced. */
export type Area<World> = {
  /** Subject of the operations, for the title of a test. */
  readonly about: string
  /** Emptied before worlds are made, first to last. */
  readonly tables: readonly (keyof DB)[]
  /** Creates that many independent copies of a small world. */
  readonly setUp: (stage: Stage, count: number) => Promise<readonly World[]>
  /** Operation -> its request in a world. */
  readonly operations: Readonly<Record<string, (world: World, stage: Stage) => Call | Work>>
  /** State of each world, without ids and times: equal histories must give equal states. */
  readonly look: (stage: Stage, worlds: readonly World[]) => Promise<readonly unknown[]>
}

export type Races = {
  readonly pairs: number
  readonly ran: number
  /** Pairs of which each operation came first at least once, with different ends. */
  readonly bothWays: number
  /** A line for each race with an end that neither order has, each 5xx, and each broken rule. */
  readonly problems: readonly string[]
}

type Pair = readonly [string, string]
/** `both`: at once; else one after the other. */
type Race<World> = {
  readonly pair: Pair
  readonly how: 'in order' | 'turned' | 'both'
  /** Whether the second operation is sent first. */
  readonly isSwapped: boolean
  readonly world: World
}
type Ended<World> = Race<World> & { readonly answers: readonly Answer[] }

/** Most worlds of one batch, unless one pair needs more. */
const BATCH = 250
/** Pairs that are raced at the same time. */
const AT_ONCE = 8
const PROBLEMS_MAX = 20

/** All pairs of operations, each with itself too. @param most most pairs, chosen at random by the seed */
function pairsOf({ operations }: { readonly operations: object }, most: number): readonly Pair[] {
  const names = Object.keys(operations)
  const all = names.flatMap((a, at) => names.slice(at).map((b): Pair => [a, b]))
  const length = Math.min(most, all.length)
  const some = fc.shuffledSubarray(all, { minLength: length, maxLength: length })
  return fc.sample(some, { seed: SEED, numRuns: 1 })[0] ?? []
}

/** An area without the type of its world. */
export type RaceArea = {
  readonly about: string
  readonly race: (stage: Stage, most: number, rounds: number) => Promise<Races>
}

export const races = <World>(area: Area<World>): RaceArea => ({
  about: area.about,
  race: (stage, most, rounds) => racePairs(stage, area, pairsOf(area, most), rounds),
})

/**
 * Races the two operations of each pair in worlds of their own. Each operation must be done or refused, and the world
 * must be as if they had run one after the other: both orders are run first.
 * @param rounds races of each pair
 */
async function racePairs<World>(
  stage: Stage,
  area: Area<World>,
  pairs: readonly Pair[],
  rounds: number,
): Promise<Races> {
  const problems: string[] = []
  let bothWays = 0
  const inBatch = Math.max(1, Math.floor(BATCH / (rounds + 2)))
  for (let from = 0; from < pairs.length; from += inBatch) {
    const batch = pairs.slice(from, from + inBatch)
    const result = await raceBatch(stage, area, batch, rounds)
    problems.push(...result.problems)
    bothWays += result.bothWays
  }
  return {
    pairs: pairs.length,
    ran: pairs.length * rounds,
    bothWays,
    problems: problems.slice(0, PROBLEMS_MAX),
  }
}

async function raceBatch<World>(
  stage: Stage,
  area: Area<World>,
  pairs: readonly Pair[],
  rounds: number,
) {
  await stage.clear(area.tables)
  const plan = pairs.flatMap((pair) => [
    { pair, how: 'in order' as const, isSwapped: false },
    { pair, how: 'turned' as const, isSwapped: true },
    ...Array.from({ length: rounds }, (_, n) => ({
      pair,
      how: 'both' as const,
      isSwapped: n % 2 === 1,
    })),
  ])
  const worlds = await area.setUp(stage, plan.length)
  const races = plan.map((race, at): Race<World> => ({ ...race, world: worlds[at] as World }))
  const audited = await countAudited(stage)
  const limit = pLimit(AT_ONCE)
  const ended = await limit.map(races, (race) => run(stage, area, race))
  const left = await area.look(stage, worlds)
  const problems = [
    ...ended.flatMap(({ pair, answers }) =>
      answers
        .filter(({ status }) => status >= 500)
        .map(({ status, body }) => `${named(pair)}: ${status} ${body}`),
    ),
    ...(await brokenRules(stage)),
  ]
  const written = (await countAudited(stage)) - audited
  const done = ended.reduce((sum, race) => sum + changesAtDesk(stage, area, race), 0)
  if (written !== done) problems.push(`${done} changes at the desk, ${written} audit rows`)

  let bothWays = 0
  for (const pair of pairs) {
    const ends = ended.flatMap((race, at) =>
      race.pair === pair ? [{ how: race.how, end: endOf(race, left[at]) }] : [],
    )
    const allowed = new Set(ends.filter(({ how }) => how !== 'both').map(({ end }) => end))
    const raced = new Set(ends.filter(({ how }) => how === 'both').map(({ end }) => end))
    if (raced.size > 1) bothWays++
    for (const end of raced)
      if (!allowed.has(end))
        problems.push(
          `${named(pair)} ended\n  ${end}\nneither order does:\n  ${[...allowed].join('\n  ')}`,
        )
  }
  return { problems, bothWays }
}

async function run<World>(
  stage: Stage,
  area: Area<World>,
  race: Race<World>,
): Promise<Ended<World>> {
  const [first, second] = race.pair.map(
    (operation) => () => stage.send(callOf(stage, area, operation, race)),
  )
  if (!first || !second) throw new Error('A pair has two operations')
  if (race.how !== 'both') {
    if (race.isSwapped) {
      const late = await second()
      return { ...race, answers: [await first(), late] }
    }
    return { ...race, answers: [await first(), await second()] }
  }
  if (!race.isSwapped) return { ...race, answers: await Promise.all([first(), second()]) }
  const late = second()
  return { ...race, answers: await Promise.all([first(), late]) }
}

function callOf<World>(
  stage: Stage,
  area: Area<World>,
  operation: string,
  { world }: Race<World>,
): Call | Work {
  const request = area.operations[operation]?.(world, stage)
  if (request === undefined) throw new Error(`No operation ${operation}`)
  return request
}

const named = ([a, b]: Pair): string => `"${a}" against "${b}"`
const isDone = ({ status }: Answer): boolean => status < 300

/** End of a race. Refusals count as equal, because a right can be lost before or after a request is admitted. */
function endOf({ answers }: { readonly answers: readonly Answer[] }, left: unknown): string {
  const outcomes = answers.map((answer) => (isDone(answer) ? 'done' : 'refused'))
  return `${outcomes.join(', ')}; left: ${JSON.stringify(left)}`
}

function changesAtDesk<World>(stage: Stage, area: Area<World>, race: Ended<World>): number {
  return race.pair.filter((operation, at) => {
    const answer = race.answers[at]
    return answer && isDone(answer) && callOf(stage, area, operation, race).side === 'desk'
  }).length
}

/** Rows of accounts: what happens by a mailed link has a row of the server. */
async function countAudited({ server: { deps } }: Stage): Promise<number> {
  const { count } = await deps.db
    .selectFrom('audit_log')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('actor_id', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}
