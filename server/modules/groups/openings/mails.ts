import type { GroupId, MemberId } from '#contract/ids.ts'
import type { JoinAnswer, JoinRequestId } from '#contract/openings.ts'
import type { HasDb } from '../../../db/schema.ts'
import { type Member, memberIn, memberMail } from '../../../mail/jobs.ts'
import { stopLink } from '../../../mail/mailSwitches.ts'
import type { MailJob } from '../../../mail/outbox.ts'
import { renderMail } from '../../../mail/renderMail.ts'
import type { MailWriters } from '../../../mail/worker.ts'
import { nameInMail } from '../../../text/shortNames.ts'
import { listActiveUsers } from '../../account/repository.ts'
import { mayInvite } from '../policy.ts'
import { readGroup } from '../repository.ts'
import { findWaiting, hasInvite } from './requestRepository.ts'
import { areOpeningsOn } from './switchRepository.ts'

const JOIN_REQUEST = 'join-request'
const JOIN_ANSWER = 'join-answer'
const OPENING_CLOSED = 'opening-closed'

/** @param managers who may answer the request */
export async function requestMails(
  w: HasDb,
  request: JoinRequestId,
  managers: readonly MemberId[],
): Promise<MailJob[]> {
  const recipients = await listActiveUsers(w, managers)
  return [...recipients.values()].map((member) => memberMail(JOIN_REQUEST, member, { request }))
}

type Answered = {
  readonly answer: Exclude<JoinAnswer, 'open'>
  readonly group: string
  readonly groupId: GroupId
  readonly sentence?: string
}

/** Names none of the group's members. */
export const answerMail = (
  member: Member,
  { answer, group, groupId, sentence = '' }: Answered,
): MailJob => memberMail(JOIN_ANSWER, member, { answer, group, groupId, sentence })

export const openingClosedMail = (member: Member, group: string, reason: string): MailJob =>
  memberMail(OPENING_CLOSED, member, { group, reason })

const TEXTS = {
  accepted: 'join_accepted',
  declined: 'join_declined',
  closed: 'join_closed',
} as const

const activeAccount = async (w: HasDb, id: MemberId) => (await listActiveUsers(w, [id])).get(id)

export const openingMailWriters: MailWriters = {
  async [JOIN_REQUEST]({ data }, deps) {
    const { db, clock, settings, kit } = deps
    const manager = memberIn(data)
    const request = await findWaiting(
      { db, now: clock() },
      Number(data['request']) as JoinRequestId,
      manager,
    )
    const group = request && (await readGroup({ db }, request.group_id))
    const account = await activeAccount({ db }, manager)
    const unsubscribe = await stopLink(deps, 'group_log_mails', manager)
    if (request === undefined || group === undefined || account === undefined) return null
    if (unsubscribe === null) return null
    if (!mayInvite(group, manager) || !(await areOpeningsOn({ db }))) return null
    return renderMail(kit.current(), 'join_request', {
      to: account.email,
      values: {
        username: account.username,
        group: nameInMail(group.name),
        name: nameInMail(request.username),
        message: request.message,
      },
      link: `${settings.publicUrl}/discordia/dashboard?group=${request.group_id}&part=members`,
      unsubscribe,
    })
  },
  async [JOIN_ANSWER]({ data }, deps) {
    const { db, settings, kit } = deps
    const account = await activeAccount({ db }, memberIn(data))
    const answer = data['answer'] as Answered['answer']
    const unsubscribe = await stopLink(deps, 'group_log_mails', memberIn(data))
    if (account === undefined || unsubscribe === null) return null
    const isInvited = await hasInvite({ db }, Number(data['groupId']) as GroupId, account.id)
    // The invite has been accepted, rejected or cancelled.
    if (answer === 'accepted' && !isInvited) return null
    const tab = answer === 'accepted' ? 'invites' : 'groups'
    return renderMail(kit.current(), TEXTS[answer], {
      to: account.email,
      values: {
        username: account.username,
        group: nameInMail(String(data['group'])),
        sentence: String(data['sentence']),
      },
      link: `${settings.publicUrl}/discordia/dashboard?tab=${tab}`,
      unsubscribe,
    })
  },
  async [OPENING_CLOSED]({ data }, deps) {
    const { db, settings, kit } = deps
    const account = await activeAccount({ db }, memberIn(data))
    const unsubscribe = await stopLink(deps, 'group_log_mails', memberIn(data))
    if (account === undefined || unsubscribe === null) return null
    return renderMail(kit.current(), 'opening_closed', {
      to: account.email,
      values: {
        username: account.username,
        group: nameInMail(String(data['group'])),
        reason: String(data['reason']),
      },
      link: `${settings.publicUrl}/discordia/dashboard`,
      unsubscribe,
    })
  },
}
