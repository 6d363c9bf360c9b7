import { DAY_MS } from '../../server/config/time.ts'
import { addressTokens } from '../../server/mail/unsubscribeToken.ts'
import { inviteForTeam } from '../../server/modules/groups/invites.ts'
import { followInvites } from '../../server/modules/member-invites/follow.ts'
import { amount } from '../../test/helpers/server/faults.ts'
import { deliveredMail } from '../../test/helpers/server/mailbox.ts'
import { deskTests } from '../../test/helpers/server/serverTests.ts'
import type { DeskCaller } from '../../test/helpers/server/startDesk.ts'
import { bothEngines } from '../../test/helpers/server/startServer.ts'

jest.setTimeout(300_000)

const ROUNDS = amount(15, 5)
const ADDRESSES = 20
/** People are reminded after this time. */
const WEEK_MS = 7 * DAY_MS

deskTests('invites by a list, by two people at once on %s', { engines: bothEngines }, (server) => {
  let [ada, ben]: DeskCaller[] = []
  let count = 0
  const staff = async () => {
    count++
    ada = await server.staff(`Ada${count}`, 'superuser')
    ben = await server.staff(`Ben${count}`, 'superuser')
  }
  beforeEach(async () => {
    await server.empty()
    await staff()
  })

  const addresses = (round: number) =>
    Array.from({ length: ADDRESSES }, (_, at) => `guest${at}@round${round}.example.org`)
  const send = async (who: DeskCaller | undefined, list: readonly string[]) => {
    const answer = await who?.post('/member-invites', { list: list.join('\n') })
    return { status: answer?.statusCode ?? 0, body: answer?.json() }
  }
  const follow = () => followInvites(server.deps, inviteForTeam)
  const mailed = async () => (await deliveredMail(server)).map(({ to }) => to)

  test('of the same list that two send, each address gets one invite, and the second is told that there is none', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const list = addresses(round)
      const answers = await Promise.all([send(ada, list), send(ben, list.toReversed())])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
      const refused = answers.find(({ status }) => status === 409)
      expect(refused?.body.errors[0].code).toBe('nobody_to_invite')
      const to = await mailed()
      expect(to.filter((one) => list.includes(one)).toSorted()).toEqual(list.toSorted())
    }
  })

  test('of two lists that share half of their addresses, each address gets one invite', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const list = addresses(round)
      const lists = [list.slice(0, (ADDRESSES * 3) / 4), list.slice(ADDRESSES / 4).toReversed()]
      const [one, other] = lists as [string[], string[]]
      const answers = await Promise.all([send(ada, one), send(ben, other)])
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      const results = answers.flatMap(({ body }) => body.rows as { result: string }[])
      expect(results.filter(({ result }) => result === 'will_invite')).toHaveLength(ADDRESSES)
      const to = await mailed()
      expect(to.filter((each) => list.includes(each)).toSorted()).toEqual(list.toSorted())
    }
  })

  test('an address that refuses for ever while it is reminded gets one reminder at most, and nothing more', async () => {
    const { db, jwtSecret } = server.deps
    const { tokenOf } = addressTokens(jwtSecret)
    for (let round = 0; round < ROUNDS; round++) {
      const list = addresses(round)
      expect((await send(ada, list)).status).toBe(200)
      await mailed()
      server.passTime(WEEK_MS)
      await staff()
      const refuse = async (email: string) => {
        const url = `/api/notifications/unsubscribe-invites/${tokenOf(email)}`
        const { statusCode } = await server.app.inject({ method: 'POST', url })
        expect(statusCode).toBe(200)
      }
      await Promise.all([follow(), ...list.map(refuse), follow(), mailed()])
      const before = await mailed()
      await follow()
      server.passTime(WEEK_MS)
      await staff()
      await follow()
      const after = await mailed()
      expect(after).toHaveLength(before.length)
      for (const email of list)
        expect(after.filter((to) => to === email).length).toBeLessThanOrEqual(2)
      const rows = db
        .selectFrom('member_invites')
        .select(['answer', 'email', 'email_key', 'digest', 'name'])
      for (const row of await rows.execute())
        expect(row).toEqual({
          answer: 'refused',
          email: null,
          email_key: null,
          digest: null,
          name: null,
        })
      expect((await send(ada, list)).body.errors[0].code).toBe('nobody_to_invite')
    }
  })
})
