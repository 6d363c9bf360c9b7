import { MAIL_INVITE_DAYS } from '#contract/groupPage.ts'
import type { groupPageSchemas } from '#contract/schemas/groupPage.ts'
import { DAY_MS } from '../../../config/time.ts'
import { publish } from '../../../db/liveEvents.ts'
import { insertRow } from '../../../db/rows.ts'
import type { Deps } from '../../../http/deps.ts'
import { errors, refusal } from '../../../http/errors.ts'
import type { Call } from '../../../http/serve.ts'
import { enqueue } from '../../../mail/outbox.ts'
import { secretText, sha256 } from '../../../text/secrets.ts'
import { insertLog } from '../logRepository.ts'
import { assertOwnerOrCoOwner } from '../policy.ts'
import { lockGroup } from '../repository.ts'
import { listLinks } from './linkRepository.ts'
import { mailInviteJobs } from './mails.ts'
import { addressToMail, assertMayMail, makersOf } from './policy.ts'
import { presentLink } from './present.ts'

/** The account is not looked up: the response is the same for every e-mail address. */
export const inviteByMail = (
  { db, clock, jwtSecret }: Pick<Deps, 'db' | 'clock' | 'jwtSecret'>,
  { params: { id }, body, memberId }: Call<(typeof groupPageSchemas)['inviteByMail']>,
) =>
  db.transaction().execute(async (tx) => {
    const group = await lockGroup(tx, id)
    assertOwnerOrCoOwner(group, memberId)
    const { email, email_key } = addressToMail(body.email)
    const now = clock()
    assertMayMail(await listLinks(tx, id, makersOf(group), now), email_key)
    const added = await insertRow(tx, 'invite_links', {
      group_id: id,
      created_by: memberId,
      email,
      uses: 1,
      uses_left: 1,
      // A placeholder: the mail's writer replaces it by the hash of the secret in the link.
      secret_hash: sha256(secretText()),
      expires_at: now + MAIL_INVITE_DAYS * DAY_MS,
      created_at: now,
    })
    const jobs = mailInviteJobs(jwtSecret, added, { email, email_key }, now)
    let isEnqueued = false
    for (const job of jobs) isEnqueued ||= await enqueue(tx, job, now)
    if (!isEnqueued) throw refusal(409, 'mailed_enough', { attr: 'email' })
    await insertLog(tx, { group: id, actor: memberId, kind: 'invited_by_mail' }, now)
    await publish(tx, group.members, { kind: 'group', subject: id }, now)
    const link = (await listLinks(tx, id, [memberId], now)).find((row) => row.id === added.id)
    if (link === undefined) throw errors.inviteLinkOver()
    return presentLink(link)
  })
