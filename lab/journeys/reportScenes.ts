import type { RestrictionKind } from '../../contract/sets.ts'
import { appealLink } from '../../server/modules/reports/appealTokens.ts'
import { DAY } from '../../test/helpers/fixtures/contents.ts'
import type { Scene } from './mailScenes.ts'

const MINUTE = 60_000
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

/** What the team decides about reports and letters, takes back, and answers to appeals. */
const decideReports: Scene = async (server, deliver) => {
  const [chief, other] = [
    await server.staff('Leitung', 'superuser'),
    await server.staff('Vertretung', 'superuser'),
  ]
  const reporter = await server.addUser('Regine')
  const send = async (path: string, body: object) => {
    const { auth } = await server.renew(reporter)
    return server.send('POST', `/api/reports/${path}`, auth, body)
  }
  const newest = async (): Promise<number> =>
    (await chief.get('/reports?sort=%5B%22id%22%2C%22DESC%22%5D')).json()[0].id
  const wait = async () => {
    server.passTime(11 * MINUTE)
    await deliver()
  }
  const warned = async (name: string): Promise<number> => {
    await server.addUser(name)
    await send('', { kind: 'name', name, reason: 'spam', line: 'Werbung.' })
    const id = await newest()
    await chief.post(`/reports/${id}/decide`, { act: 'warn', reason: 'Das ist Werbung.' })
    await wait()
    return id
  }
  await send('team/', { text: 'Wo finde ich Würfel?' })
  await chief.post(`/reports/${await newest()}/decide`, { act: 'nothing', reason: 'In der Kiste.' })
  await other.post(`/reports/${await warned('Kaufmich')}/undo`)
  for (const [name, outcome] of [
    ['Billig', 'uphold'],
    ['Gratis', 'restore'],
  ] as const) {
    const id = await warned(name)
    const { data } = await server.row('outbox', {
      kind: 'report-act',
      recipient: `${name.toLowerCase()}@example.org`,
    })
    const { case: about, at } = JSON.parse(data)
    await appeal(server, { id: about, decided_at: at })
    await other.post(`/reports/${id}/appeal`, { outcome, reason: 'Wir haben noch einmal gelesen.' })
  }
  await wait()
}

/** Superusers keep a member from writing and from events, and end both. */
const keepMember: Scene = async (server, deliver) => {
  const chief = await server.staff('Aufsicht', 'superuser')
  const { id } = await server.addUser('Laut')
  const until = new Date(server.deps.clock() + 9 * DAY).toISOString()
  for (const kind of ['writing', 'events'] satisfies RestrictionKind[]) {
    await chief.post(`/members/${id}/restrict`, { kind, reason: 'Zum zweiten Mal.', until })
    await chief.post(`/members/${id}/lift`, { kind, reason: 'Alles gut.' })
  }
  await deliver()
}

async function appeal(
  server: Parameters<Scene>[0],
  about: { readonly id: number; readonly decided_at: number },
): Promise<void> {
  const { jwtSecret, settings } = server.deps
  const { pathname } = new URL(appealLink({ jwtSecret, settings }, about))
  await server.send('POST', pathname, FORM, 'text=Das+war+nicht+so+gemeint.')
}

export const REPORT_SCENES = [decideReports, keepMember] as const
