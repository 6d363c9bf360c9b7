import fc from 'fast-check'
import { amount, figure, SEED } from '../../test/helpers/server/faults.ts'
import { allOrOne } from '../../test/helpers/server/sample.ts'
import type { DeskServer } from '../../test/helpers/server/startDesk.ts'
import { engines } from '../../test/helpers/server/startServer.ts'
import { ACCOUNT_COMMANDS, PROFILE_COMMANDS } from './model/accountCommands.ts'
import { made } from './model/command.ts'
import { GLOSSARY_COMMANDS } from './model/glossaryCommands.ts'
import { GROUP_COMMANDS } from './model/groupCommands.ts'
import { bothAsNew, startSite } from './model/site.ts'

jest.setTimeout(1_200_000)

const STEPS = amount(10_000, 150)
/** Most commands of one run on a new site, and so of a counterexample before it shrinks. */
const RUN_MAX = amount(200, 75)

/** The short form picks one at random. */
const SOME_ENGINES = allOrOne(engines)

describe.each(SOME_ENGINES)('the product beside a model of its specification, on %s', (engine) => {
  let server: DeskServer
  beforeAll(async () => {
    server = await startSite(engine)
  })
  afterAll(() => server.close())

  test(`${STEPS} steps of members and staff: each status and each list is that of the model (seed ${SEED})`, async () => {
    made.commands = 0
    const commands = fc.commands(
      [...ACCOUNT_COMMANDS, ...PROFILE_COMMANDS, ...GROUP_COMMANDS, ...GLOSSARY_COMMANDS],
      { maxCommands: RUN_MAX, size: 'max' },
    )
    const run = fc.asyncProperty(commands, async (drawn) => {
      await fc.asyncModelRun(async () => {
        const { model, site } = await bothAsNew(server)
        return { model, real: site }
      }, drawn)
    })
    // Lengths of runs are uniformly distributed.
    const numRuns = Math.ceil((STEPS / RUN_MAX) * 3)
    await fc.assert(run, { seed: SEED, numRuns })
    figure(`${made.commands} commands in ${numRuns} runs, no difference`)
    expect(made.commands).toBeGreaterThanOrEqual(STEPS)
  })
})
