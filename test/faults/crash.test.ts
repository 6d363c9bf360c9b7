import { join } from 'node:path'
import Database from 'better-sqlite3'
import { PASSWORD } from '#test/helpers/server/accounts.ts'
import { amount } from '#test/helpers/server/faults.ts'
import {
  makeDataDir,
  type ServerProcess,
  startProcess,
} from '#test/helpers/server/serverProcess.ts'

const CRASHES = amount(20, 4)

/** Registers accounts, several at a time, and kills the server when `enough` of them are acknowledged. */
async function writeUntilKilled(
  server: ServerProcess,
  round: number,
  enough: number,
): Promise<string[]> {
  const acknowledged: string[] = []
  async function writer(lane: number): Promise<void> {
    for (let i = 0; ; i++) {
      const username = `round${round}lane${lane}no${i}`
      const answer = await fetch(`${server.address}/api/users/register/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: `${username}@example.org`, username, password: PASSWORD }),
      })
      if (answer.status !== 201) throw new Error(`not written: ${answer.status}`)
      acknowledged.push(username)
      if (acknowledged.length === enough) server.kill('SIGKILL')
    }
  }
  // Every lane ends with a lost connection, the server being gone.
  await Promise.allSettled([1, 2, 3, 4].map(writer))
  expect(await server.ended).toBe('SIGKILL')
  return acknowledged
}

test(`${CRASHES} kills amid writes lose nothing that was acknowledged, and the next start is clean`, async () => {
  const dataDir = makeDataDir()
  const acknowledged: string[] = []
  for (let round = 0; round < CRASHES; round++) {
    const server = await startProcess(dataDir.path)
    expect(server.printed()).toMatch(
      /^Discordia is ready on \S+\n(The staff desk is ready on \S+\n)?$/,
    )
    acknowledged.push(...(await writeUntilKilled(server, round, 1 + (round % 7))))
  }

  const last = await startProcess(dataDir.path)
  expect((await fetch(`${last.address}/api/ready`)).status).toBe(200)
  const database = new Database(join(dataDir.path, 'discordia.sqlite'), { readonly: true })
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
  expect(database.pragma('foreign_key_check')).toEqual([])
  const names = database.prepare('select username from users').pluck().all()
  expect(names).toEqual(expect.arrayContaining(acknowledged))
  expect(acknowledged.length).toBeGreaterThanOrEqual(CRASHES)
  const withoutMail = database
    .prepare('select username from users where email not in (select recipient from outbox)')
    .pluck()
    .all()
  expect(withoutMail).toEqual([])
  database.close()

  last.kill('SIGTERM')
  expect(await last.ended).toBe(0)
  dataDir.remove()
}, 300_000)
