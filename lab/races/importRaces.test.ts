import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { CSRF_HEADER, DESK_API_BASE } from '../../contract/desk.ts'
import { cleanUp } from '../../server/compose/background.ts'
import { buildDesk } from '../../server/compose/site.ts'
import type { App } from '../../server/http/deps.ts'
import { amount } from '../../test/helpers/server/faults.ts'
import { deskTests } from '../../test/helpers/server/serverTests.ts'
import type { DeskCaller } from '../../test/helpers/server/startDesk.ts'
import { bothEngines } from '../../test/helpers/server/startServer.ts'
import { type ForeignFile, markdownWorld } from '../foreignWorlds.ts'

jest.setTimeout(300_000)

const ROUNDS = amount(20, 2)
const ENTRIES = 30
/** Numbers of entries, types, pictures and rows that can be undone. */
const ALL = [ENTRIES, 2 * ENTRIES, 3, 2]
const NOTHING = [0, 0, 0, 0]

deskTests(
  'imports of one foreign file at the same time on %s',
  { engines: bothEngines },
  (server) => {
    /** Another desk on the same database: each imports one file at a time. */
    let other: App
    let ada: DeskCaller
    let file: ForeignFile
    beforeAll(async () => {
      other = await buildDesk(server.deps)
      await other.ready()
      const raw = { width: 300, height: 300, channels: 3 } as const
      const picture = () =>
        sharp(randomBytes(300 * 300 * raw.channels), { raw })
          .png()
          .toBuffer()
      file = await markdownWorld(ENTRIES, { 'a.png': await picture(), 'b.png': await picture() })
    })
    afterAll(() => other.close())
    beforeEach(async () => {
      await server.empty()
      ada = await server.staff('Ada', 'superuser')
    })

    const post = async (desk: App, path: string, payload: object = {}) => {
      const headers = { cookie: ada.cookie, [CSRF_HEADER]: ada.csrf }
      const url = `${DESK_API_BASE}${path}`
      const { statusCode, body } = await desk.inject({ method: 'POST', url, headers, payload })
      return { status: statusCode, report: JSON.parse(body) }
    }
    const importAt = async (desk: App) => {
      const upload = await ada.upload('import', file.bytes, file.name)
      return () => post(desk, '/transfer/glossary', { upload })
    }
    const left = async () => {
      const tables = [
        'glossary_entries',
        'glossary_sub_entries',
        'glossary_types',
        'text_pictures',
      ] as const
      return Promise.all(
        tables.map(
          async (table) => (await server.deps.db.selectFrom(table).selectAll().execute()).length,
        ),
      )
    }
    const imports = async (): Promise<{ id: number }[]> => (await ada.get('/imports')).json()

    test('one of two adds everything, the other finds it all here, and no picture is kept twice', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const [first, second] = [await importAt(server.desk), await importAt(other)]
        const answers = await Promise.all([first(), second()])
        expect(answers.map(({ status }) => status)).toEqual([200, 200])
        const added = answers.map(({ report }) => [report.added, report.changed, report.unchanged])
        const [whole, nothing] = [
          [ENTRIES + 3, 0, 0],
          [0, 0, ENTRIES],
        ]
        expect(added.toSorted(([a = 0], [b = 0]) => b - a)).toEqual([whole, nothing])
        expect(await left()).toEqual(ALL)
        const list = await imports()
        expect(list).toHaveLength(round + 1)
        expect((await ada.post(`/imports/${list[0]?.id}/undo`)).statusCode).toBe(200)
        await cleanUp(server.deps, console)
        expect(await left()).toEqual(NOTHING)
      }
    })

    test('an import beside the undo of the one before leaves everything or nothing', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        await (await importAt(server.desk))()
        const [latest] = await imports()
        const again = await importAt(other)
        const undo = () => post(server.desk, `/imports/${latest?.id}/undo`)
        const order = round % 2 === 0 ? [again, undo] : [undo, again]
        const answers = await Promise.all(order.map((act) => act()))
        expect(answers.map(({ status }) => status)).toEqual([200, 200])
        await cleanUp(server.deps, console)
        expect([ALL, NOTHING]).toContainEqual(await left())
        // Pictures that an import found here belong to the one that brought them.
        await server.empty()
        ada = await server.staff('Ada', 'superuser')
      }
    })
  },
)
