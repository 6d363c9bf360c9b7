import { type groupPageCalls, MAIL_INVITE_DAYS } from '#contract/groupPage.ts'
import { DAY_MS } from '../../../config/time.ts'
import { insertRow } from '../../../db/rows.ts'
import { errors, refusal } from '../../../http/errors.ts'
import { enqueue } from '../../../mail/outbox.ts'
import { secretText, sha256 } from '../../../text/secrets.ts'
import type { Call } from '../../../work/calls.ts'
import { type CallRead, changing } from '../../../work/work.ts'
import { insertLog } from '../logRepository.ts'
import { assertOwnerOrCoOwner } from '../policy.ts'
import { lockGroup } from '../repository.ts'
import { listLinks } from './linkRepository.ts'
import { mailInviteJobs } from './mails.ts'
import { addressToMail, assertMayMail, makersOf } from './policy.ts'
import { presentLink } from './present.ts'

/** The account is not looked up: the response is the same for every e-mail address. */
export const inviteByMail = (
  w: CallRead,
  { params: { id }, body, memberId }: Call<(typeof groupPageCalls)['inviteByMail']>,
) =>
  changing(w, async (w) => {
    const group = await lockGroup(w, id)
    assertOwnerOrCoOwner(group, memberId)
    const { email, email_key } = addressToMail(body.email)
    assertMayMail(await listLinks(w, id, makersOf(group)), email_key)
    const added = await insertRow(w.db, 'invite_links', {
      group_id: id,
      created_by: memberId,
      email,
      uses: 1,
      uses_left: 1,
      // A placeholder: the mail's writer replaces it by the hash of the secret in the link.
      secret_hash: sha256(secretText()),
      expires_at: w.now + MAIL_INVITE_DAYS * DAY_MS,
      created_at: w.now,
    })
    const jobs = mailInviteJobs(w.jwtSecret, added, { email, email_key }, w.now)
    let isEnqueued = false
    for (const job of jobs) isEnqueued ||= await enqueue(w, job)
    if (!isEnqueued) throw refusal(409, 'mailed_enough', { attr: 'email' })
    await insertLog(w, { group: id, actor: memberId, kind: 'invited_by_mail' })
    w.publish(group.members, { kind: 'group', subject: id })
    const link = (await listLinks(w, id, [memberId])).find((row) => row.id === added.id)
    if (link === undefined) throw errors.inviteLinkOver()
    return presentLink(link)
  })
