import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { inThread, threadSettings } from '#server/transfer/thread.ts'
import { deskTests } from '#test/helpers/server/serverTests.ts'

/** Node publishes each thread that starts. */
const CHANNEL = 'worker_threads'

deskTests('threads of imports on %s', (server) => {
  beforeEach(() => server.empty())
  let started: Worker[] = []
  const note = (message: unknown) => started.push((message as { worker: Worker }).worker)
  beforeEach(() => {
    started = []
    subscribe(CHANNEL, note)
  })
  afterEach(() => unsubscribe(CHANNEL, note))

  const brokenTask = () =>
    inThread({
      settings: threadSettings(server.deps.settings),
      now: 0,
      verb: 'export',
      area: 'glossary',
      format: 'file:///no-such-format.ts',
      form: 'json',
      language: 'en',
      path: '',
    })

  test('one runs a dry run, its import and its undo, fails alone, and ends when it has waited', async () => {
    const ada = await server.staff('Ada')
    await expect(brokenTask()).rejects.toThrow('no-such-format')
    started = []
    const file = Buffer.from('Name,Text\nMill,It grinds.\n')
    const timers = jest.spyOn(globalThis, 'setTimeout')
    const checked = await ada.transfer('glossary/check', file, 'a.csv')
    expect(checked.json()).toMatchObject({ fates: { new: 1 } })
    expect((await ada.transfer('glossary', file, 'a.csv')).json()).toMatchObject({ problems: [] })
    const [{ id }] = (await ada.get('/imports')).json()
    expect((await ada.post(`/imports/${id}/undo`)).json()).toMatchObject({ kept: [] })
    expect(started).toHaveLength(1)
    const ends = timers.mock.calls.filter(([, ms]) => ms === 30_000).map(([end]) => end)
    const exit = started[0] && once(started[0], 'exit')
    ends.at(-1)?.()
    await exit
    expect((await ada.get('/transfer/glossary')).json()).toMatchObject({ entries: [] })
    expect(started).toHaveLength(2)
  })
})
