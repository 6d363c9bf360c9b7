import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import {
  logInToDesk,
  MAIL_CONFIRMED,
  type Seat,
  send,
  startDeskProcess,
} from '../../../test/helpers/server/deskProcess.ts'
import {
  addAccount,
  logInTo,
  makeProcessDatabase,
} from '../../../test/helpers/server/processDatabase.ts'
import { csvWorld } from '../../foreignWorlds.ts'
import type { Figure, Part } from '../figures.ts'

const ENTRIES = { full: 10_000, quick: 2000 }
const CALM_MS = 8000
/** Between two writes of the member. Milliseconds. */
const PACE = 50
/** The longest that a member may wait. Milliseconds. */
const WAIT_MAX = 1000

export const part: Part = {
  title: 'Waiting for an import',
  about:
    'The longest that a member waits who saves a preference, again and again, while ten thousand entries are imported, ' +
    'imported again with other texts, and undone, on SQLite: on a quiet machine, and with a busy process for each core.',
  run: async ({ isQuick }) => {
    const site = await startSite()
    try {
      const { bytes } = csvWorld(isQuick ? ENTRIES.quick : ENTRIES.full)
      const first = Buffer.from(bytes).toString('utf8')
      const figures = await measure(site, first, 'quiet')
      const stop = keepBusy()
      try {
        figures.push(...(await measure(site, first, 'busy')))
      } finally {
        stop()
      }
      return { figures }
    } finally {
      await site.stop()
    }
  },
}

function keepBusy(): () => void {
  const busy = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' }),
  )
  return () => {
    for (const one of busy) one.kill('SIGKILL')
  }
}

type Site = {
  readonly api: string
  readonly seat: Seat
  readonly save: (turn: number) => Promise<number>
  readonly stop: () => Promise<void>
}

async function startSite(): Promise<Site> {
  const database = await makeProcessDatabase('sqlite')
  const env = { ...database.env, SEED: 'demo', RATE_LIMITS: 'off' }
  const { server, api } = await startDeskProcess(database, env)
  const { email } = await addAccount(database.db, 'Measurer', 'superuser')
  const seat = await logInToDesk(api, email, () => sql.raw(MAIL_CONFIRMED).execute(database.db))
  const member = await addAccount(database.db, 'Member')
  const headers = {
    ...(await logInTo(server.address, member.email)),
    'content-type': 'application/json',
  }
  return {
    api,
    seat,
    save: async (turn) => {
      const body = JSON.stringify({ email_notifications: turn % 2 === 0 })
      const url = `${server.address}/api/users/preferences/`
      return (await fetch(url, { method: 'PUT', headers, body })).status
    },
    stop: async () => {
      await server.end()
      await database.remove()
    },
  }
}

async function measure(site: Site, first: string, subject: string): Promise<Figure[]> {
  const { api, seat } = site
  const imported = (text: string) => async () => {
    const form = new FormData()
    form.set('file', new Blob([text]), 'world.csv')
    const sent = await fetch(`${api}/uploads/import`, { method: 'POST', headers: seat, body: form })
    const { id: upload } = (await sent.json()) as { id: string }
    await (await send(`${api}/transfer/glossary`, { upload }, seat)).text()
  }
  const undone = async () => {
    const list = await fetch(`${api}/imports`, { headers: seat })
    const ids = ((await list.json()) as { id: number; undone_at: string | null }[])
      .filter(({ undone_at }) => undone_at === null)
      .map(({ id }) => id)
    for (const id of ids) await send(`${api}/imports/${id}/undo`, {}, seat)
  }
  const figures: Figure[] = []
  for (const [name, work] of [
    ['without', () => sleep(CALM_MS)],
    ['new entries', imported(first)],
    ['changed entries', imported(first.replaceAll('e', 'ee'))],
    ['undone', undone],
  ] as const)
    figures.push(...(await beside(site, { subject, name, work })))
  return figures
}

type Asked = {
  readonly subject: string
  readonly name: string
  readonly work: () => Promise<unknown>
}

async function beside({ save }: Site, { subject, name, work }: Asked): Promise<Figure[]> {
  let isOver = false
  const began = performance.now()
  const working = work().finally(() => {
    isOver = true
  })
  let [longest, refused] = [0, 0]
  for (let turn = 0; !isOver; turn++) {
    const start = performance.now()
    if ((await save(turn)) >= 300) refused++
    longest = Math.max(longest, performance.now() - start)
    await sleep(PACE)
  }
  await working
  const own = { subject, better: 'lower' } as const
  const goal = name === 'without' ? undefined : WAIT_MAX
  return [
    { ...own, name, value: longest, unit: 'ms', goal },
    { ...own, name: `${name}, refused`, value: refused, unit: 'times', goal: 0 },
    { ...own, name: `${name}, whole`, value: (performance.now() - began) / 1000, unit: 's' },
  ]
}
