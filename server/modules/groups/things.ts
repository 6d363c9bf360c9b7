import { TEXT_MAX } from '#contract/fields.ts'
import type { DatePollId, GameDateId, GroupId } from '#contract/ids.ts'
import { OPENING_LINE_MAX } from '#contract/openings.ts'
import { RECAP_MAX } from '#contract/past.ts'
import { COMMENT_MAX } from '#contract/planFields.ts'
import { searchKey } from '#shared/search.ts'
import { type HasDb, updateRow } from '../../db/rows.ts'
import type { DeskWork } from '../../desk/changeRoute.ts'
import { type Asked, reportable } from '../../desk/reportable.ts'
import { errors } from '../../http/errors.ts'
import { fillIn } from '../../text/kit.ts'
import { plainText } from '../../text/light.ts'
import { endOpening } from './departureRepository.ts'
import { listInvitedMembers } from './inviteRepository.ts'
import { insertLog } from './logRepository.ts'
import {
  areOpeningsOn,
  findOpening,
  type OpeningTexts,
  renameOpening,
  saveOpening,
} from './openings/openingRepository.ts'
import { findTexts, saveTexts } from './page/repository.ts'
import { findPast, saveRecap } from './past/pastRepository.ts'
import {
  deleteComment,
  findPollGroup,
  listComments,
  readPoll,
  saveComment,
} from './planning/pollRepository.ts'
import { findDateGroup } from './planning/sessionRepository.ts'
import { textToStore } from './policy.ts'
import { lockGroup, readGroup } from './repository.ts'

/* What members write in groups, as others report it and staff act on it. A change locks the group first. */

/** The group, if the reader is in it. */
async function groupOf(w: HasDb, id: GroupId | undefined, { reader }: Pick<Asked, 'reader'>) {
  const group = id && (await readGroup(w, id))
  return reader === null || group?.members.includes(reader) ? group : undefined
}

async function lockedGroup(w: DeskWork, id: GroupId | undefined) {
  const group = id && (await lockGroup(w, id))
  if (group) w.publish(group.members, { kind: 'group', subject: id })
  return group
}

/** @throws Refusal for a text that members could not write */
function fitting(text: string | null, most: number): string {
  const stored = textToStore(text ?? '')
  if (stored.length > most) throw errors.tooLong('text', most)
  return stored
}

const comment = reportable<{ readonly text: string }>({
  async find(w, asked) {
    const id = asked.id as DatePollId
    if ((await groupOf(w, await findPollGroup(w, id), asked)) === undefined) return undefined
    const found = (await listComments(w, [id])).find(({ user_id }) => user_id === asked.author)
    return (
      found && { id, author: found.user_id, text: found.text, title: (await readPoll(w, id)).title }
    )
  },
  async read(w, { id, author }) {
    if (!(await lockedGroup(w, await findPollGroup(w, id as DatePollId)))) return undefined
    const comments = await listComments(w, [id as DatePollId])
    const found = comments.find(({ user_id }) => user_id === author)
    return found && { text: found.text }
  },
  changed: (_w, _state, { text }) => (text === null ? null : { text: fitting(text, COMMENT_MAX) }),
  async save(w, { id, author }, state) {
    const poll_id = id as DatePollId
    if (state === null) return deleteComment({ db: w.db, me: author }, poll_id)
    const { text } = state
    const group_id = await findPollGroup(w, poll_id)
    const members = group_id && (await readGroup(w, group_id))?.members
    if (!group_id || !members?.includes(author)) return false
    return saveComment(w.db, [{ poll_id, user_id: author, group_id, text, updated_at: w.now }])
  },
})

type Recap = Pick<
  NonNullable<Awaited<ReturnType<typeof findPast>>>,
  'version' | 'written_by' | 'written_at'
> & { readonly text: string }

const recap = reportable<Recap>({
  async find(w, asked) {
    const id = asked.id as GameDateId
    const group = await findDateGroup(w, id)
    if (group === undefined || !(await groupOf(w, group, asked))) return undefined
    const found = await findPast(w, group, id)
    return found?.text
      ? { id, author: found.written_by, title: found.title, text: found.text }
      : undefined
  },
  async read(w, { id }) {
    const group = await findDateGroup(w, id as GameDateId)
    if (group === undefined || !(await lockedGroup(w, group))) return undefined
    const found = await findPast(w, group, id as GameDateId)
    if (found?.text == null) return undefined
    const { text, version, written_by, written_at } = found
    return { text, version, written_by, written_at }
  },
  changed: (_w, state, { text }) => ({
    ...state,
    text: fitting(text, RECAP_MAX),
    version: (state.version ?? 0) + 1,
  }),
  async save(w, { id }, state) {
    if (state === null) return
    const { text, written_by } = state
    const search_text = searchKey(plainText('light', text))
    const version = state.version ?? 0
    const written = {
      text,
      search_text,
      version,
      written_by,
      written_at: state.written_at ?? w.now,
    }
    await saveRecap(w.db, [{ date_id: id as GameDateId, ...written }])
  },
})

type Page = Omit<Awaited<ReturnType<typeof findTexts>>, 'crest'> & { readonly name: string }

const group = reportable<Page>({
  async find(w, asked) {
    const id = asked.id as GroupId
    const found = await readGroup(w, id)
    const isSeen =
      asked.reader === null ||
      found?.members.includes(asked.reader) ||
      (await listInvitedMembers(w, id)).includes(asked.reader)
    if (!found || !isSeen) return undefined
    const { purpose, note, talk_url } = await findTexts(w, id)
    const text = [found.name, purpose, note, talk_url].filter(Boolean).join('\n\n')
    return { id, author: found.ownerId, title: found.name, text }
  },
  async read(w, { id }) {
    const found = await lockedGroup(w, id as GroupId)
    if (!found) return undefined
    const { crest: _crest, ...texts } = await findTexts(w, id as GroupId)
    return { ...texts, name: found.name }
  },
  /** The first line of a text is the name, the rest the purpose. */
  changed(w, { version }, { text }) {
    const neutral = w.kit.current().texts.pages.report.neutral.group
    const [name = '', ...rest] = (text ?? '').trim().split('\n')
    return {
      name: fitting(name, TEXT_MAX) || fillIn(neutral, { number: version + 1 }),
      purpose: textToStore(rest.join('\n')),
      note: '',
      talk_url: null,
      version: version + 1,
    }
  },
  async save(w, { id }, state) {
    if (state === null) return
    const { name, ...texts } = state
    const group_id = id as GroupId
    await updateRow(w.db, 'groups', id, { name })
    await saveTexts(w.db, [{ group_id, ...texts, updated_at: w.now }])
    await renameOpening(w, group_id, name)
    await insertLog(w, { group: group_id, actor: null, kind: 'team_changed_page' })
    const { members = [] } = (await readGroup(w, group_id)) ?? {}
    w.publish(members, { kind: 'groups' })
    w.publish(await listInvitedMembers(w, group_id), { kind: 'invites' })
  },
})

const opening = reportable<OpeningTexts>({
  async find(w, asked) {
    const id = asked.id as GroupId
    if (asked.reader !== null && !(await areOpeningsOn(w))) return undefined
    // Visitors find them, too; so do members from whom a block or a mute hides them.
    const found = await findOpening(w, id)
    const about = found && (await readGroup(w, id))
    if (!about) return undefined
    const { plays, place, rhythm, content_notes } = found
    const text = [plays, place, rhythm, content_notes].filter(Boolean).join('\n\n')
    return { id, author: about.ownerId, title: about.name, text }
  },
  async read(w, { id }) {
    const found = (await lockedGroup(w, id as GroupId)) && (await findOpening(w, id as GroupId))
    if (!found) return undefined
    const { plays, languages, mode, place, rhythm, beginners, content_notes, size } = found
    return { plays, languages, mode, place, rhythm, beginners, content_notes, size }
  },
  changed: (_w, state, { text }) =>
    text === null ? null : { ...state, plays: fitting(text, OPENING_LINE_MAX) },
  async save(w, key, state) {
    const id = key.id as GroupId
    const group = await lockGroup(w, id)
    if (group === undefined) return false
    if (state !== null) {
      const { version = 0 } = (await findOpening(w, id)) ?? {}
      return saveOpening({ db: w.db, now: w.now, id, group }, state, version)
    }
    await endOpening(w, id)
    return insertLog(w, { group: id, actor: null, kind: 'team_closed_opening' })
  },
})

export const groupThings = { comment, recap, group, opening }
