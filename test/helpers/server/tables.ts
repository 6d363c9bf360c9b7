import type { ContentId } from '#contract/ids.ts'
import type { Programme } from '#contract/programme.ts'
import { DAY, HOUR } from '../fixtures/contents.ts'
import { deliveredMail } from './mailbox.ts'
import type { DeskCaller, DeskServer } from './startDesk.ts'
import { newTokens, type TestUser } from './testServer.ts'

export const facts = {
  system: 'Dungeon World',
  language: 'en',
  beginners: true,
  content_notes: '',
  hours: null,
  players_min: null,
}
export const offer = {
  title: 'The mill',
  short_description: 'A mill, a flood and a bell.',
  description: 'We play one evening.',
  seats: 4,
  ...facts,
}

const texts = { kind: 'event', short_description: 'In short', description: 'Long' } as const

/** An evening with tables, as staff and members use it. @param ada of the desk */
export function tablesOf(server: DeskServer, ada: () => DeskCaller) {
  const at = (hours: number) => new Date(start() + hours * HOUR).toISOString()
  const start = () => Math.floor(server.deps.clock() / DAY) * DAY + 21 * DAY

  const evening = (over: object = {}) => ({
    ...texts,
    title: 'Long evening',
    ...{ starts_at: at(17), ends_at: at(23), event_scope: 'National', event_type: 'Offline' },
    slots: [
      { starts_at: at(17), ends_at: at(20) },
      { starts_at: at(20), ends_at: at(23) },
    ],
    ...over,
  })
  async function published(body: object): Promise<ContentId> {
    const made = await ada().post('/contents', body)
    expect([made.statusCode, made.body]).toEqual([201, expect.anything()])
    const { id } = made.json()
    expect((await ada().post(`/contents/${id}/publish`, {})).statusCode).toBe(200)
    return id
  }
  const table = (parent_id: ContentId, title: string, over: object = {}) =>
    published({ ...texts, title, parent_id, slot: 1, seats: 4, table: facts, ...over })
  const send = async (
    who: TestUser | null,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: object,
  ) => {
    const own = who && (await newTokens(server.app, server.deps, { ...who, token_version: 0 })).auth
    return server.send(method, `/api/contents/${path}`, own ?? {}, body)
  }
  const programme = async (who: TestUser | null, id: ContentId): Promise<Programme> =>
    (await send(who, 'GET', `programme/${id}`)).json()
  const code = ({ statusCode, json }: Awaited<ReturnType<typeof send>>) =>
    statusCode === 200 ? 'ok' : json().errors[0].code
  const site = async (path: string) =>
    (await server.app.inject({ method: 'GET', url: `/api/contents${path}` })).json()
  const mails = async () =>
    (await deliveredMail(server)).map(({ kind, to }) => `${kind} ${to.split('@')[0]}`)
  return { at, texts, evening, published, table, send, programme, code, site, mails }
}
