import Type from 'typebox'
import type { GroupId } from '#contract/ids.ts'
import type { JoinAnswer, JoinRequestId } from '#contract/openings.ts'
import { id } from '#contract/shapes.ts'
import { mail, mailTable } from '../../../mail/table.ts'
import { nameInMail } from '../../../text/shortNames.ts'
import { findMailableInvite } from '../inviteRepository.ts'
import { mayInvite } from '../policy.ts'
import { readGroup } from '../repository.ts'
import { areOpeningsOn } from './openingRepository.ts'
import { findWaiting } from './requestRepository.ts'

const PAGE = '/discordia/dashboard'

export const openingMails = mailTable('group_log_mails', {
  /** Goes to the members who may answer a request to join. */
  'join-request': mail({
    data: { request: id<JoinRequestId>() },
    async find(w, { request }, manager) {
      const found = await findWaiting(w, request, manager.id)
      const group = found && (await readGroup(w, found.group_id))
      return group && mayInvite(group, manager.id) && (await areOpeningsOn(w)) ? found : null
    },
    text: 'join_request',
    values: ({ group, username, message }) => ({
      group: nameInMail(group),
      name: nameInMail(username),
      message,
    }),
    page: ({ group_id }) => `${PAGE}?group=${group_id}&part=members`,
  }),
  /** Names none of the group's members. */
  'join-answer': mail({
    data: {
      answer: Type.Unsafe<Exclude<JoinAnswer, 'open'>>(Type.String()),
      group: Type.String(),
      groupId: id<GroupId>(),
      sentence: Type.String(),
    },
    // The invite may have been accepted, rejected or cancelled.
    find: async (w, sent, reader) =>
      sent.answer === 'accepted' &&
      (await findMailableInvite(w, reader.id, sent.groupId)) === undefined
        ? null
        : sent,
    text: ({ answer }) => `join_${answer}` as const,
    values: ({ group, sentence }) => ({ group: nameInMail(group), sentence }),
    page: ({ answer }) => `${PAGE}?tab=${answer === 'accepted' ? 'invites' : 'groups'}`,
  }),
  'opening-closed': mail({
    data: { group: Type.String(), reason: Type.String() },
    text: 'opening_closed',
    values: ({ group, reason }) => ({ group: nameInMail(group), reason }),
    page: () => PAGE,
  }),
})
