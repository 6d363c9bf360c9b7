import type { DeskMessage } from '#contract/messages.ts'
import { addGroups } from '#test/helpers/fixtures/groups.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { planningOf } from '#test/helpers/server/planning.ts'
import { deskTests } from '#test/helpers/server/serverTests.ts'
import { type DeskCaller, listOf } from '#test/helpers/server/startDesk.ts'

const env = { CONTACT_TO: 'team@example.org' }

deskTests('answers and reasons from the desk on %s', { env }, (server) => {
  let ada: DeskCaller
  let root: DeskCaller
  beforeEach(async () => {
    await server.empty()
    ada = await server.staff('Ada')
    root = await server.staff('Root', 'superuser')
  })

  async function addMessage(subject = 'A lost lantern'): Promise<number> {
    const { id } = await server.deps.db
      .insertInto('contact_messages')
      .values({
        name: 'Ines',
        email: 'ines@example.org',
        subject,
        message: 'Has anybody seen it?\nIt is green.',
        created_at: server.deps.clock(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  const answer = (who: DeskCaller, id: number, seen: number, text = 'It hangs in the hall.') =>
    who.post(`/messages/${id}/answer`, { text, seen })

  test('an answer is mailed, quotes the message, and is stored with it and in the outbox', async () => {
    const id = await addMessage()
    const kept: DeskMessage = (await answer(ada, id, 0)).json()
    expect(kept.answers).toMatchObject([
      { by: { username: 'Ada' }, text: 'It hangs in the hall.', state: 'waiting' },
    ])
    expect(kept.read_at).not.toBeNull()
    const owed = listOf('outbox', { filter: { kind: 'contact-answer' } })
    expect((await root.get(owed)).json()).toMatchObject([
      { recipient: 'ines@example.org', state: 'waiting' },
    ])

    const [mail] = await deliveredMail(server)
    expect(mail).toMatchObject({
      to: 'ines@example.org',
      replyTo: 'team@example.org',
      subject: 'Re: A lost lantern',
    })
    expect(mail?.text).toMatch(/^It hangs in the hall\.\n/)
    expect(mail?.text).toContain('> Has anybody seen it?\n> It is green.')
    expect(mail?.html).toContain('<blockquote')
    expect(mail?.html).toMatch(/<h1[^>]*>A lost lantern<\/h1>/)
    expect((await ada.get(`/messages/${id}`)).json().answers[0].state).toBe('sent')
  })

  test('a subject that begins with Re: gets no second one', async () => {
    await answer(ada, await addMessage('RE: Re: The lantern'), 0)
    expect((await deliveredMail(server))[0]?.subject).toBe('Re: The lantern')
  })

  test('an answer that is sent twice, or by two people at once, is mailed once', async () => {
    const id = await addMessage()
    const responses = await Promise.all([answer(ada, id, 0), answer(root, id, 0)])
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const late = await answer(ada, id, 0)
    expect([late.statusCode, late.json().errors[0].code]).toEqual([409, 'answered_meanwhile'])
    expect(await deliveredMail(server)).toHaveLength(1)
    // A reader of the first answer may add to it.
    expect((await answer(ada, id, 1, 'And it is dry.')).json().answers).toHaveLength(2)
  })

  test('an answer is not blank and not too long', async () => {
    const id = await addMessage()
    for (const text of [' \n', 'x'.repeat(10_001)])
      expect((await answer(ada, id, 0, text)).json().errors[0].attr).toBe('text')
  })

  test('a closed group is deleted, its active members get the reason, and the action is logged', async () => {
    const owner = await server.addUser('Owner')
    const other = await server.addUser('Other')
    const gone = await server.addUser('Gone')
    const [group] = await addGroups(server, owner.id, 1)
    if (group === undefined) throw new Error('no group')
    const { db } = server.deps
    for (const { id } of [other, gone])
      await db
        .insertInto('memberships')
        .values({ group_id: group, user_id: id, joined_at: 2 })
        .execute()
    await db.updateTable('users').set({ deactivated_at: 1 }).where('id', '=', gone.id).execute()

    const close = (reason: string) => root.post(`/groups/${group}/close`, { reason })
    expect((await ada.post(`/groups/${group}/close`, { reason: 'No' })).statusCode).toBe(403)
    expect((await close(' ')).json().errors[0].attr).toBe('reason')
    expect((await close('Nobody has played for a year.')).statusCode).toBe(200)
    expect((await root.get(`/groups/${group}`)).statusCode).toBe(404)
    const mails = await deliveredMail(server)
    expect(mails.map(({ to }) => to).sort()).toEqual(['other@example.org', 'owner@example.org'])
    expect(mails[0]?.text).toContain('Nobody has played for a year.')
    const [row] = (await root.get(listOf('audit', { filter: { resource: 'groups' } }))).json()
    expect(row).toMatchObject({
      action: 'close',
      actor_name: 'Root',
      record: String(group),
      after: { reason: 'Nobody has played for a year.', told: 2 },
    })
    expect((await close('Once more')).statusCode).toBe(404)
  })

  test('closing a group or removing a member at the desk removes its sessions from calendars', async () => {
    const [owner, finn, otto] = [
      await server.addUser('Owner'),
      await server.addUser('Finn'),
      await server.addUser('Otto'),
    ]
    const calls = planningOf(server)
    const group = await calls.group(owner, finn, otto)
    await calls.plan(owner, group, calls.at(3))
    const gone = async () =>
      (await deliveredMail(server))
        .filter(({ kind }) => kind === 'session-gone')
        .map(({ to }) => to)
    const removed = await root.post(`/groups/${group}/remove-member`, { member_id: finn.id })
    expect([removed.statusCode, await gone()]).toEqual([200, ['finn@example.org']])
    const closed = await root.post(`/groups/${group}/close`, { reason: 'Spam' })
    expect([closed.statusCode, await gone()]).toEqual([
      200,
      ['finn@example.org', 'otto@example.org'],
    ])
  })
})
