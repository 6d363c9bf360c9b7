import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import Value from 'typebox/value'
import { CSRF_HEADER, DESK_API_BASE } from '#contract/desk.ts'
import { LINES_TYPE, TransferLine } from '#contract/transfer.ts'
import { zipOf } from '#test/helpers/fixtures/archives.ts'
import { eventually } from '#test/helpers/server/faults.ts'
import { deskTests } from '#test/helpers/server/serverTests.ts'
import type { DeskCaller } from '#test/helpers/server/startDesk.ts'

const rules = (...entries: object[]) => ({ format: 'discordia-rules', version: 1, entries })
const rule = (key: string, content = '') => ({
  key,
  kind: 'basic',
  title: key,
  format: 'light',
  sections: [{ title: 'One', content }],
})
const textsOf = (count: number) =>
  zipOf(Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at}.md`, `Text ${at}`])))

deskTests('imports with their progress on %s', (server) => {
  let ada: DeskCaller
  beforeEach(async () => {
    await server.empty()
    ada = await server.staff('Ada')
  })
  const headers = () => ({
    cookie: ada.cookie,
    [CSRF_HEADER]: ada.csrf,
    accept: `${LINES_TYPE}, application/json`,
    'content-type': 'application/json',
  })
  const send = (call: string, upload: string) =>
    server.desk.inject({
      method: 'POST',
      url: `${DESK_API_BASE}/transfer/${call}`,
      headers: headers(),
      payload: { upload, mapping: {} },
    })
  const linesOf = (body: string): TransferLine[] =>
    body
      .trimEnd()
      .split('\n')
      .map((line) => Value.Parse(TransferLine, JSON.parse(line)))

  test('a client that accepts lines gets each step, and the report at the end', async () => {
    const zip = await textsOf(3)
    const plain = (await ada.transfer('rules/check', zip, 'a.zip')).json()
    const sent = await send('rules/check', await ada.upload('import', zip, 'a.zip'))
    expect(sent.headers).toMatchObject({ 'content-type': LINES_TYPE, 'x-accel-buffering': 'no' })
    expect(linesOf(sent.body)).toEqual([
      { step: 'read', done: 1, total: 3 },
      { step: 'read', done: 2, total: 3 },
      { step: 'read', done: 3, total: 3 },
      { step: 'write', done: 1, total: 3 },
      { step: 'write', done: 2, total: 3 },
      { step: 'write', done: 3, total: 3 },
      { report: plain },
    ])
  })

  test('there are at most a hundred lines of a step', async () => {
    const file = rules(...Array.from({ length: 450 }, (_, at) => rule(`row-${at}`)))
    const upload = await ada.upload('import', Buffer.from(JSON.stringify(file)), 'a.json')
    const lines = linesOf((await send('rules', upload)).body)
    expect(lines).toHaveLength(102)
    expect(lines.at(-1)).toMatchObject({ report: { added: 450 } })
  })

  test('a refusal after a step is the last line, and before any it is the response', async () => {
    const bad = JSON.stringify(rules(rule('a', '[x](entry:nowhere)')))
    const upload = await ada.upload('import', Buffer.from(bad), 'a.json')
    const { statusCode, body } = await send('rules', upload)
    expect(statusCode).toBe(200)
    expect(linesOf(body).at(-1)).toEqual({
      status: 400,
      refusal: {
        detail: 'entries[0] "a": There is no "nowhere".',
        errors: [{ code: 'bad_row', detail: 'There is no "nowhere".', attr: 'entries[0] "a"' }],
      },
    })
    expect(await ada.get('/rule-entries?range=[0,9]').then((found) => found.json())).toEqual([])
    const none = await send('rules', 'f'.repeat(32))
    expect(none.statusCode).toBe(400)
    expect(none.json()).toMatchObject({ errors: [{ attr: 'upload' }] })
  })

  test('an import goes on without the client that has left, and its file is deleted afterwards', async () => {
    await server.desk.listen({ port: 0, host: '127.0.0.1' })
    const { port } = server.desk.server.address() as AddressInfo
    const upload = await ada.upload('import', await textsOf(300), 'world.zip')
    const path = `${DESK_API_BASE}/transfer/rules`
    const call = request({ port, path, method: 'POST', headers: headers(), agent: false })
    await new Promise<void>((resolve, reject) => {
      call.on('error', reject).on('response', (response) =>
        response.once('data', () => {
          call.destroy()
          resolve()
        }),
      )
      call.end(JSON.stringify({ upload, mapping: {} }))
    })
    const imports = await eventually(
      async () => (await ada.get('/imports')).json(),
      (list: unknown[]) => list.length > 0,
    )
    expect(imports).toMatchObject([{ name: 'world.zip', added: 300 }])
    const incoming = join(server.deps.settings.dataDir, 'incoming')
    expect(
      await eventually(
        async () => readdirSync(incoming),
        (all) => all.length === 0,
      ),
    ).toEqual([])
  })
})
