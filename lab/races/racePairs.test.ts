import { type Stage, setStage } from '../../test/helpers/races/stage.ts'
import { amount, figure, isLong, SEED } from '../../test/helpers/server/faults.ts'
import { engines } from '../../test/helpers/server/startServer.ts'
import { APPLICATION } from './areas/applications.ts'
import { DRAFT, MESSAGE, PUBLIC_EVENT } from './areas/articles.ts'
import { EMAIL_CHANGE, TAKEN_BACK } from './areas/emailChanges.ts'
import { DECIDED_ENTRY, PENDING_ENTRY } from './areas/entries.ts'
import { GROUP, STUCK_GROUP } from './areas/groups.ts'
import { HOOK } from './areas/hooks.ts'
import { LINK } from './areas/links.ts'
import { LIST, TYPE } from './areas/lists.ts'
import { ACCOUNT, PROFILE } from './areas/members.ts'
import { MUTE } from './areas/mutes.ts'
import { NAME_CHANGE } from './areas/names.ts'
import { LAST_PLACE, OVERBOOKED_GROUP } from './areas/places.ts'
import { PLAN } from './areas/plans.ts'
import { APPEAL, OPEN_CASE } from './areas/reports.ts'
import { SEATS } from './areas/seats.ts'
import { STAFF_EMAIL } from './areas/staffEmail.ts'
import { TABLES_OF_EVENT } from './areas/tables.ts'
import { type RaceArea, races } from './racePairs.ts'

jest.setTimeout(1_200_000)

const ROUNDS = amount(200, 3)
/** Number of real processes in front of one PostgreSQL; 0: the application in this process. */
const PROCESSES = amount(3, 0)

/** Most pairs of one area. */
const PAIRS_MAX = amount(Infinity, 6)

const AREAS: readonly RaceArea[] = [
  races(GROUP),
  races(STUCK_GROUP),
  races(LAST_PLACE),
  races(OVERBOOKED_GROUP),
  races(PLAN),
  races(LINK),
  races(HOOK),
  races(MUTE),
  races(NAME_CHANGE),
  races(ACCOUNT),
  races(EMAIL_CHANGE),
  races(TAKEN_BACK),
  races(STAFF_EMAIL),
  races(PROFILE),
  races(PENDING_ENTRY),
  races(DECIDED_ENTRY),
  races(TYPE),
  races(LIST),
  races(DRAFT),
  races(PUBLIC_EVENT),
  races(MESSAGE),
  races(APPLICATION),
  races(OPEN_CASE),
  races(APPEAL),
  races(SEATS),
  races(TABLES_OF_EVENT),
]
const WHICH = isLong ? 'every pair' : `${PAIRS_MAX} pairs at most (seed ${SEED})`

describe.each(engines)('two operations at the same time, on %s', (engine) => {
  let stage: Stage
  beforeAll(async () => {
    stage = await setStage(engine, engine === 'postgres' ? PROCESSES : 0)
  })
  afterAll(() => stage.close())

  test.each(AREAS)(
    `on $about: of ${WHICH} each ends as one operation after the other, ${ROUNDS} times`,
    async ({ race }) => {
      const { pairs, ran, bothWays, problems } = await race(stage, PAIRS_MAX, ROUNDS)
      figure(
        `${pairs} pairs, ${ran} races, ${bothWays} pairs ended both ways, ${problems.length} wrong ends`,
      )
      expect(problems).toEqual([])
    },
  )
})
