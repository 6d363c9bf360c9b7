import { DAY, HOUR } from '../../test/helpers/fixtures/contents.ts'
import { eventually } from '../../test/helpers/server/faults.ts'
import { startSink } from '../../test/helpers/server/hookSinks.ts'
import {
  addAccount,
  logInTo,
  makeProcessDatabase,
} from '../../test/helpers/server/processDatabase.ts'
import { startProcess } from '../../test/helpers/server/serverProcess.ts'

const HOOKS = {
  discord: { path: '/api/webhooks/1/secret', token: '', room: '' },
  matrix: { path: '/', token: 'secret', room: '!ravens:example.org' },
  json: { path: '/other', token: 'key', room: '' },
}

test('a process that is killed between sending to a chat and noting it: none is lost, and a repetition has the same id', async () => {
  const sink = await startSink()
  const database = await makeProcessDatabase('sqlite')
  const env = { ...database.env, HOOK_HOSTS: sink.host }
  const first = await startProcess(database.path, env)
  const { email } = await addAccount(database.db, 'Mira')
  const auth = await logInTo(first.address, email)
  const call = async (method: string, path: string, body: object) => {
    const response = await fetch(`${first.address}/api/rpggroups/${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...auth },
      body: JSON.stringify(body),
    })
    expect([path, response.status < 300]).toEqual([path, true])
  }
  const period = {
    time_zone: 'Europe/Vienna',
    starts_at: new Date(Date.now() + DAY).toISOString(),
    ends_at: new Date(Date.now() + DAY + HOUR).toISOString(),
  }
  for (const name of Object.keys(HOOKS)) await call('POST', 'create/', { name })
  const groups = await database.db.selectFrom('groups').select(['id', 'name']).execute()

  const crash = Promise.withResolvers<void>()
  let held = 0
  // Takes the message and never answers, so that the process dies between sending and noting.
  const hold = () => {
    held += 1
    if (held === groups.length) crash.resolve()
    return true
  }
  sink.answerNext(...groups.map(() => hold))
  for (const [kind, { path, token, room }] of Object.entries(HOOKS)) {
    const id = groups.find(({ name }) => name === kind)?.id
    const url = `http://${sink.host}${path}`
    await call('PUT', `hook/${id}`, { kind, url, token, room, shows_details: false })
    const { time_zone, ...option } = period
    const poll = { title: 'Which evening?', notes: '', time_zone, options: [option] }
    await call('POST', `plan/${id}/polls/`, poll)
  }
  await crash.promise
  const nowhere = { place: '', link: '', notes: '', repeats: null }
  for (const { id } of groups)
    await call('POST', `plan/${id}/sessions/`, { ...nowhere, ...period, title: 'The mill' })
  first.kill('SIGKILL')
  expect(await first.ended).toBe('SIGKILL')

  // Ends the claims now instead of waiting for their expiry.
  await database.db.updateTable('hooks').set({ next_attempt_at: 0 }).execute()
  const second = await startProcess(database.path, env)
  const messages = database.db.selectFrom('hook_messages').select(['remote_id', 'delivery'])
  await eventually(
    () => messages.execute(),
    (rows) =>
      rows.length === 2 * groups.length &&
      rows.every(({ remote_id, delivery }) => remote_id !== null && delivery === null),
  )
  expect(await second.end()).toBe(0)
  await database.remove()
  await sink.close()

  for (const path of ['/api/webhooks/', '/_matrix/', '/other']) {
    const received = sink.received.filter((one) => one.path.startsWith(path))
    const [poll, repeated, session] = received.map(({ path, raw, headers }) => ({
      ...{ path, raw, delivery: headers['x-delivery'] },
    }))
    expect(received).toHaveLength(3)
    // The path is the transaction of Matrix, which drops a repeated one; JSON has a delivery.
    expect(repeated).toEqual(poll)
    expect(poll?.raw).toContain('Which evening?')
    expect(session?.raw).toContain('The mill')
  }
}, 120_000)
