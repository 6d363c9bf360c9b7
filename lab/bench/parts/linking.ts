import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setImmediate } from 'node:timers/promises'
import { collected } from '../../../server/compose/collect.ts'
import type { Engine } from '../../../server/db/dialect.ts'
import { linkTexts } from '../../../server/modules/linking/linker.ts'
import { addEntries, addEntry, addGlossaryType } from '../../../test/helpers/fixtures/glossary.ts'
import { engines, startServer, type TestServer } from '../../../test/helpers/server/startServer.ts'
import { type Figure, NO_POSTGRES, type Part } from '../figures.ts'
import { makeTexts } from '../growthWords.ts'

const ENTRIES = { full: 10_000, quick: 2000 }
/** Every how many texts have the new name and are read again. */
const HOLDING_EVERY = 4
const NAME = 'Xanthe of the Ninefold Gate'
/** Limit for linking a name in all texts in the background. */
const LINKED_MAX_S = 5
/** Longest block of the event loop meanwhile, which another request may have to wait for. */
const BLOCK_MAX_MS = 50
const READS = { full: 200, quick: 50 }

export const part: Part = {
  title: 'Linked texts',
  about:
    `Ten thousand entries of the glossary, a quarter of which hold one name. First all texts are read; then an entry of that ` +
    `name appears, and the texts that hold it get their links within ${LINKED_MAX_S} s, in the background: other requests wait for at ` +
    `most ${BLOCK_MAX_MS} ms. The last row is the text of an entry from the database, with its links to without.`,
  run: async ({ isQuick }) => {
    const figures: Figure[] = []
    for (const engine of engines) figures.push(...(await measure(engine, isQuick)))
    return { figures, notes: engines.includes('postgres') ? [] : [NO_POSTGRES] }
  },
}

async function measure(engine: Engine, isQuick: boolean): Promise<Figure[]> {
  const server = await startServer(engine)
  try {
    const count = isQuick ? ENTRIES.quick : ENTRIES.full
    const { id: author } = await server.addUser('Staff', 'staff')
    const type_id = await addGlossaryType(server, 'Places')
    const textOf = makeTexts()
    await addEntries(server, author, count, (index) => {
      const text = textOf(index)
      const held = index % HOLDING_EVERY === 0 ? ` They feared ${NAME}.` : ''
      return { ...text, description: text.description + held, type_id }
    })
    const first = await linkAll(server)
    await addEntry(server, author, NAME, { type_id })
    const added = await linkAll(server)
    const expected = Math.ceil(count / HOLDING_EVERY)
    if (added.linked < expected) throw new Error(`${added.linked} texts instead of ${expected}`)
    const cost = await readCost(server, isQuick ? READS.quick : READS.full)
    const low = { table: engine, better: 'lower' } as const
    const rows = [
      { subject: `first reading of ${count} entries`, goal: undefined, ...first },
      { subject: 'a new name', goal: LINKED_MAX_S, ...added },
    ]
    return [
      ...rows.flatMap(({ subject, goal, seconds, blockedMs }): Figure[] => [
        { ...low, subject, name: 'time', value: seconds, unit: 's', goal },
        {
          ...low,
          subject,
          name: 'block',
          value: blockedMs,
          unit: 'ms',
          goal: goal && BLOCK_MAX_MS,
        },
      ]),
      {
        ...low,
        subject: 'text of an entry with links',
        name: 'to one without',
        value: cost,
        unit: 'times',
        goal: 2,
      },
    ]
  } finally {
    await server.close()
  }
}

async function linkAll({ deps }: TestServer) {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  // The first sample only measures the start of the monitor.
  await setImmediate()
  delay.reset()
  const began = performance.now()
  const linked = await linkTexts(deps, collected.links)
  const seconds = (performance.now() - began) / 1000
  delay.disable()
  return { linked: linked ?? 0, seconds, blockedMs: delay.max / 1e6 }
}

/** Median time of reading an entry whose text has a link, to that of one without; in turns. */
async function readCost({ app }: TestServer, rounds: number): Promise<number> {
  const [linked, plain]: [number[], number[]] = [[], []]
  const read = async (id: number, times: number[]) => {
    const began = performance.now()
    await app.inject(`/api/glossary/entries/?entry=${id}`)
    times.push(performance.now() - began)
  }
  for (let round = 0; round < rounds; round++) {
    await read(1, linked)
    await read(2, plain)
  }
  const median = (times: number[]) => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0
  return median(linked) / median(plain)
}
