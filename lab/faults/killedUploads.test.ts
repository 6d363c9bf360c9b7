import { sql } from 'kysely'
import { PNG } from '../../test/helpers/fixtures/deskRows.ts'
import { entryForm } from '../../test/helpers/fixtures/glossary.ts'
import {
  type DeskProcess,
  logInToDesk,
  MAIL_CONFIRMED,
  type Seat,
  startDeskProcess,
} from '../../test/helpers/server/deskProcess.ts'
import { amount, figure } from '../../test/helpers/server/faults.ts'
import {
  addAccount,
  logInTo,
  makeProcessDatabase,
  type ProcessDatabase,
} from '../../test/helpers/server/processDatabase.ts'
import { allOrOne } from '../../test/helpers/server/sample.ts'
import { engines } from '../../test/helpers/server/startServer.ts'
import { namedIn, storedIn, sweep } from './storedFiles.ts'

jest.setTimeout(300_000)

const KILLS = amount(12, 1)
type Headers = Readonly<Record<string, string>>
type Person = { readonly member: Headers; readonly seat: Seat }

const picture = new Blob([new Uint8Array(PNG)])

/** Sends, replaces and removes files on the site and at the desk, until the process is gone. */
async function workUntilKilled({ server, api }: DeskProcess, who: Person, enough: number) {
  let done = 0
  async function call(method: string, url: string, headers: Headers, body?: FormData | object) {
    const isForm = body instanceof FormData
    const answer = await fetch(url, {
      method,
      headers: { ...headers, ...(body && !isForm && { 'content-type': 'application/json' }) },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${text}`)
    if (++done === enough) server.kill('SIGKILL')
    return JSON.parse(text) as { id: string }
  }
  async function author(): Promise<void> {
    const entries = `${server.address}/api/glossary/user-entries/`
    for (let n = 0; ; n++) {
      const send = () => {
        const form = entryForm({ title: `Entry ${n}`, entry_type: 1 }, picture)
        return call('POST', entries, who.member, form)
      }
      await send()
      // Creating the same title again replaces the picture.
      const { id } = await send()
      await call('DELETE', `${server.address}/api/glossary/delete-entry/${id}`, who.member)
    }
  }
  const upload = async (purpose: string) => {
    const form = new FormData()
    form.set('file', picture, 'a.png')
    return (await call('POST', `${api}/uploads/${purpose}`, who.seat, form)).id
  }
  async function librarian(): Promise<void> {
    for (;;) {
      const body = async () => ({
        category_id: 1,
        display_name: 'Map',
        file_upload: await upload('file'),
        picture_upload: await upload('picture'),
      })
      const files = `${api}/download-files`
      const { id } = await call('POST', files, who.seat, await body())
      await call('PUT', `${files}/${id}`, who.seat, await body())
      await call('DELETE', `${files}/${id}`, who.seat)
    }
  }
  const ends = await Promise.allSettled([author(), librarian(), librarian()])
  for (const end of ends)
    expect(end.status === 'rejected' && end.reason).toMatchObject({ message: 'fetch failed' })
  expect(await server.ended).toBe('SIGKILL')
}

async function addWriter({ db }: ProcessDatabase, { server, api }: DeskProcess): Promise<Person> {
  await db.insertInto('glossary_types').values({ name: 'Places', position: 0 }).execute()
  const category = { title: 'Maps', position: 0, created_at: 1 }
  await db.insertInto('download_categories').values(category).execute()
  const { email } = await addAccount(db, 'Ada', 'superuser')
  const confirmMail = () => sql.raw(MAIL_CONFIRMED).execute(db)
  // The member logs in first: the desk sets up a second factor, which the site would require afterwards.
  const member = await logInTo(server.address, email)
  return { member, seat: await logInToDesk(api, email, confirmMail) }
}

/** The short form picks one at random. */
const SOME_ENGINES = allOrOne(engines)

describe.each(SOME_ENGINES)('kills amid uploads on %s', (engine) => {
  test(`leave no row without its file, and after the sweep no file without its row, ${KILLS} times`, async () => {
    const database = await makeProcessDatabase(engine)
    let who: Person | undefined
    let orphans = 0
    try {
      for (let kill = 0; kill < KILLS; kill++) {
        const desk = await startDeskProcess(database, database.env)
        who ??= await addWriter(database, desk)
        await workUntilKilled(desk, who, 6 + 3 * kill)

        const stored = new Set(storedIn(database))
        const named = await namedIn(database)
        expect(named.filter((key) => !stored.has(key))).toEqual([])
        orphans += stored.size - named.length

        await sweep(database)
      }
      figure(`${KILLS} kills left ${orphans} files without a row, after the sweep 0 (limit 0)`)
    } finally {
      await database.remove()
    }
  })
})
