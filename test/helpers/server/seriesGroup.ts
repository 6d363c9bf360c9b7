import type { GroupId } from '#contract/ids.ts'
import { deliveredMail, type ReceivedMail } from './mailbox.ts'
import { planningOf } from './planning.ts'
import { playersOf } from './serverTests.ts'
import type { TestServer } from './startServer.ts'

/** A new group for each test, which Olwen leads, with the mails to its members: Finn, and Gerda, who reads German. */
export function seriesGroup(server: TestServer) {
  const calls = planningOf(server)
  const ravens = { group: 0 as GroupId }
  beforeEach(() => server.empty())
  const [olwen, finn, gerda] = playersOf(server, 'Olwen', 'Finn', 'Gerda')
  let read = 0
  beforeEach(async () => {
    await server.update('users', { id: gerda.id }, { language: 'de' })
    ravens.group = await calls.group(olwen, finn, gerda)
    read = (await deliveredMail(server)).length
  })
  /** New mails, those to Finn first. */
  async function news(): Promise<ReceivedMail[]> {
    const all = await deliveredMail(server)
    const fresh = all.slice(read)
    read = all.length
    return fresh.toSorted((a, b) => a.to.localeCompare(b.to))
  }
  const dates = async () => (await calls.read(olwen, ravens.group)).dates
  return { calls, ravens, olwen, finn, gerda, news, dates }
}

export const subjectsOf = (mails: readonly ReceivedMail[]): string[] =>
  mails.map(({ subject }) => subject)
