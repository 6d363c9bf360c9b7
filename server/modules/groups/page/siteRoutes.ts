import {
  type GroupLog,
  type GroupLogEntry,
  type GroupPage,
  type GroupTexts,
  groupPageCalls,
  type InviteLink,
  MAIL_INVITE_DAYS,
} from '#contract/groupPage.ts'
import type { GroupId, InviteLinkId } from '#contract/ids.ts'
import { GROUP_PAGE_PARTS, type GroupPagePart } from '#contract/sets.ts'
import { DAY_MS } from '../../../config/time.ts'
import { findRow, insertRow, type NewRow, type Read } from '../../../db/rows.ts'
import { type App, type Deps, limited } from '../../../http/deps.ts'
import { errors, refusal } from '../../../http/errors.ts'
import { emailKey, usernameKey } from '../../../text/keys.ts'
import { parseLight } from '../../../text/light.ts'
import { secretText, sha256 } from '../../../text/secrets.ts'
import { shortened } from '../../../text/shortNames.ts'
import { iso } from '../../../text/time.ts'
import { type Call, type CallRead, routesOn } from '../../../work/work.ts'
import { isAdmissionClosed } from '../../account/admission/repository.ts'
import { hasBlocked } from '../../account/blockRepository.ts'
import { endCoOwnership } from '../departureRepository.ts'
import {
  type GroupRead,
  type GroupWork,
  inGroup,
  ofGroup,
  ofSubject,
  type Subject,
} from '../groupCalls.ts'
import { invite } from '../invites.ts'
import { LOG_PAGE } from '../limits.ts'
import { insertLog, listLog, setRole } from '../logRepository.ts'
import { enqueueInvite } from '../mails.ts'
import { type InGroup, type Membership, managersOf, mayInvite } from '../policy.ts'
import { readGroup } from '../repository.ts'
import {
  addressToMail,
  assertMayAddLink,
  assertMayBeCoOwner,
  assertMayMail,
  roleOf,
  textsToStore,
} from './policy.ts'
import {
  deleteLink,
  findFront,
  findOpenLink,
  findTexts,
  listLinks,
  listPlayedWith,
  saveTexts,
  takeRegistration,
  takeUse,
} from './repository.ts'

export function groupPageRoutes(member: App, deps: Deps): void {
  const route = routesOn(member, deps, groupPageCalls)

  route('getGroupPage', inGroup('member', readPage))
  route(
    'saveGroupPage',
    ofGroup('manager', async (w, { body }) => {
      const before = await findTexts(w, w.id)
      if (body.version !== before.version) throw refusal(409, 'page_changed')
      const texts = textsToStore(body)
      const parts = changedParts(before, texts)
      if (parts.length > 0) {
        await saveTexts(w.db, [{ group_id: w.id, ...texts, updated_at: w.now }])
        await w.log('page_changed', { detail: parts.join(',') })
        w.publishGroup()
      }
      return readPage(w)
    }),
  )
  route(
    'listGroupLog',
    inGroup('member', async (w, { query }) => presentLog(await listLog(w, w.id, query.before))),
  )
  route(
    'setCoOwner',
    ofGroup('owner', async (w, { body: { member_id: user_id, is_co_owner } }) => {
      assertMayBeCoOwner(w.group, user_id)
      if (w.group.coOwners.includes(user_id) === is_co_owner) return readPage(w)
      const role = is_co_owner ? 'co_owner' : 'member'
      await setRole(w, { group_id: w.id, user_id, role })
      if (!is_co_owner) await endCoOwnership(w, w.id, user_id)
      await w.log(is_co_owner ? 'co_owner_made' : 'co_owner_unmade', { subject: user_id })
      w.publishGroup()
      w.publish([user_id], { kind: 'groups' })
      const group = (await readGroup(w, w.id)) ?? w.group
      return readPage({ db: w.db, id: w.id, me: w.me, group })
    }),
  )
  route(
    'listSuggestions',
    inGroup('manager', async (w, { query }) => {
      const prefix = usernameKey(query.prefix)
      return prefix === '' ? [] : [...(await listPlayedWith(w, prefix))]
    }),
    limited(120, 1),
  )
  linkRoutes(route)
}

/** Shows what a link leads to, also without a session. The limit lets a whole gaming group open it from one IP address. */
export function inviteLookRoutes(open: App, deps: Deps): void {
  const route = routesOn(open, deps, groupPageCalls)
  route('lookAtInviteLink', lookAtInviteLink, limited(60, 10))
}

const readPage = async (w: Pick<GroupRead | GroupWork, 'db' | 'id' | 'group' | 'me'>) =>
  presentPage(w, await findTexts(w, w.id), await listLog(w, w.id))

function linkRoutes(route: ReturnType<typeof routesOn<typeof groupPageCalls, CallRead>>) {
  route(
    'listInviteLinks',
    inGroup('manager', async (w) => (await listLinks(w)).map(presentLink)),
  )
  route(
    'createInviteLink',
    ofGroup('manager', async (w, { body: { days, uses } }) => {
      assertMayAddLink(await listLinks(w))
      const secret = secretText()
      const expires_at = w.now + days * DAY_MS
      const added = await insertLink(w, { secret_hash: sha256(secret), uses, expires_at })
      await w.log('link_made')
      return { link: await linkAdded(w, added.id), secret }
    }),
    limited(30, 10),
  )
  route(
    'inviteByMail',
    // The account is not looked up: the response is the same for every e-mail address.
    ofGroup('manager', async (w, { body }) => {
      if (await isAdmissionClosed(w)) throw refusal(409, 'mail_invites_closed')
      const address = addressToMail(body.email)
      assertMayMail(await listLinks(w), address.email_key)
      const added = await insertLink(w, {
        email: address.email,
        uses: 1,
        // A placeholder: the mail's writer replaces it by the hash of the secret in the link.
        secret_hash: sha256(secretText()),
        expires_at: w.now + MAIL_INVITE_DAYS * DAY_MS,
      })
      if (!(await enqueueInvite(w, added, address.email)))
        throw refusal(409, 'mailed_enough', { attr: 'email' })
      await w.log('invited_by_mail')
      return linkAdded(w, added.id)
    }),
    limited(30, 60),
  )
  route(
    'revokeInviteLink',
    ofSubject(sentLink, async (w) => {
      await w.log('link_revoked')
      w.publishGroup()
      return {}
    }),
  )
  route(
    'redeemInviteLink',
    // Makes an ordinary invite by the maker of the link. A refusal does not count as a use.
    ofSubject(openLink, async (w, { id, created_by: by, created_at, email }) => {
      const isMine = (own: string) => email !== null && emailKey(email) === emailKey(own)
      await invite(w, {
        user: w.me,
        by,
        way: { by: 'link', made_by: by, made_at: created_at, isMine },
      })
      if (!(await takeUse(w, id, w.me))) throw errors.inviteLinkOver()
      await insertLog(w, { group: w.id, actor: by, kind: 'invited', subject: w.me })
      w.publish(
        w.group.members.filter((member) => mayInvite(w.group, member)),
        { kind: 'groups' },
      )
      return { group_name: w.group.name }
    }),
    // Limited, because a secret could be guessed.
    limited(20, 10),
  )
}

type NewLink = Pick<NewRow<'invite_links'>, 'secret_hash' | 'uses' | 'expires_at' | 'email'>

const insertLink = (w: GroupWork, link: NewLink) =>
  insertRow(w.db, 'invite_links', {
    email: null,
    ...link,
    group_id: w.id,
    created_by: w.me,
    uses_left: link.uses,
    created_at: w.now,
  })

async function linkAdded(w: GroupWork, id: InviteLinkId) {
  w.publishGroup()
  const link = (await listLinks(w)).find((row) => row.id === id)
  if (link === undefined) throw errors.inviteLinkOver()
  return presentLink(link)
}

type ById = { readonly params: { readonly id: InviteLinkId } }

/** A link that the caller revokes: only the owner and co-owners may know that it exists. */
const sentLink: Subject<ById, true> = {
  locate: (w, { params }) => findRow(w.db, 'invite_links', params.id),
  find: async (w, { params }) =>
    mayInvite(w.group, w.me) && (await deleteLink(w, params.id)) ? true : undefined,
  notFound: errors.inviteLinkOver,
}

type BySecret = { readonly body: { readonly secret: string } }
/** An open link that its holder uses, who has not blocked its maker. The account of the maker is locked, too. */
const openLink: Subject<BySecret, OpenLink> = {
  async locate(w, { body }) {
    const link = await findOpenLink(w, sha256(body.secret))
    return link && { group_id: link.group_id, user_id: link.created_by }
  },
  async find(w, { body }) {
    const link = opened(await findOpenLink(w, sha256(body.secret)), w.group)
    return link && (await hasBlocked(w, w.me, link.created_by)) ? undefined : link
  },
  notFound: errors.inviteLinkOver,
}

/** An open link whose maker may invite. */
const opened = (link: OpenLink | undefined, group: Membership | undefined) =>
  link && group && managersOf(group).includes(link.created_by) ? link : undefined

/** Whether a person without an account may register by the secret of a link. @param takes a registration of the link */
export async function admitsByLink(w: Read, secret: string, takes: boolean): Promise<boolean> {
  const found = await findOpenLink(w, sha256(secret))
  const link = found && opened(found, await readGroup(w, found.group_id))
  return link !== undefined && (!takes || (await takeRegistration(w, link.id)))
}

/** An id that no group has: ids begin with 1. */
const NO_GROUP = 0 as GroupId

/**
 * Serves every holder of the secret, also without an account: no names but those of group and inviter, and no place of a session.
 * Changes nothing and publishes nothing.
 */
async function lookAtInviteLink(
  w: CallRead,
  { body: { secret } }: Call<(typeof groupPageCalls)['lookAtInviteLink']>,
) {
  const found = await findOpenLink(w, sha256(secret))
  // The group is read without a link, too, so that the time of a refusal does not reveal its reason.
  const group = await readGroup(w, found?.group_id ?? NO_GROUP)
  const link = opened(found, group)
  if (link === undefined || group === undefined) throw errors.inviteLinkOver()
  const front = await findFront(w, link.group_id)
  return {
    group_name: shortened(group.name),
    invited_by: shortened(link.username),
    crest: front?.crest ?? null,
    members: group.members.length,
    next_start: iso(front?.starts_at ?? null),
  }
}

const presentPage = (
  { group, me }: Pick<InGroup, 'group' | 'me'>,
  texts: Awaited<ReturnType<typeof findTexts>>,
  log: readonly LogRow[],
): GroupPage => {
  const [purpose_rich, note_rich] = [parseLight(texts.purpose), parseLight(texts.note)]
  return {
    ...texts,
    ...(purpose_rich && { purpose_rich }),
    ...(note_rich && { note_rich }),
    role: roleOf(group, me),
    co_owners: group.coOwners.filter((id) => id !== group.ownerId),
    log: presentLog(log),
  }
}

/** @param rows one more than a page has, if there are more */
function presentLog(rows: readonly LogRow[]): GroupLog {
  const shown = rows.slice(0, LOG_PAGE)
  return {
    entries: shown.map(presentLogEntry),
    next: rows.length > shown.length ? (shown.at(-1)?.id ?? null) : null,
  }
}

const presentLogEntry = ({ created_at, ...entry }: LogRow): GroupLogEntry => ({
  ...entry,
  happened_at: iso(created_at),
})

const presentLink = ({
  id,
  username,
  email,
  uses,
  uses_left,
  expires_at,
}: LinkRow): InviteLink => ({
  id,
  email,
  uses,
  uses_left,
  created_by: username,
  expires_at: iso(expires_at),
})

/* A link is open while it has uses left, has not expired, and its maker may invite. */

type LinkRow = Awaited<ReturnType<typeof listLinks>>[number]

type OpenLink = NonNullable<Awaited<ReturnType<typeof findOpenLink>>>

type LogRow = Awaited<ReturnType<typeof listLog>>[number]

const changedParts = (before: GroupTexts, after: GroupTexts): GroupPagePart[] =>
  GROUP_PAGE_PARTS.filter((part) => before[part] !== after[part])
