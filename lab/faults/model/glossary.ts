import { CLAIM_MINUTES, UNDO_MINUTES } from '../../../server/desk/deciding.ts'
import type { DeskCaller } from '../../../test/helpers/server/startDesk.ts'
import { type Entry, isLive, MINUTE_MS, type Model, type Person } from './people.ts'

/* Entries of members and their review in the reference model (behaviour 4.7; rulings 33 to 35). */

type Section = Entry['sections'][number]

/** The entry that a repeated first step finds. */
export const unfinished = (model: Model, by: Person, title: string): Entry | undefined =>
  model.entries.find(
    (entry) =>
      entry.author === by &&
      entry.title === title &&
      entry.state === 'pending' &&
      entry.sections.length === 0,
  )

/** Only its author sees an entry that is not approved. */
const isVisible = (entry: Entry | undefined, by: Person): entry is Entry =>
  entry !== undefined && (entry.state === 'approved' || entry.author === by)

/** Adds a section; a repeated call adds nothing. */
export function addSection(
  model: Model,
  by: Person,
  entry: Entry | undefined,
  section: Section,
): number {
  if (!isLive(model, by)) return 401
  if (!isVisible(entry, by)) return 404
  if (entry.state !== 'pending') return 403
  const last = entry.sections.at(-1)
  const isRepeated = last?.title === section.title && last.content === section.content
  if (!isRepeated) entry.sections.push(section)
  return 201
}

export function deleteOwn(model: Model, by: Person, entry: Entry | undefined): number {
  if (!isLive(model, by)) return 401
  if (!isVisible(entry, by)) return 404
  if (entry.state === 'approved') return 403
  remove(model, entry)
  return 200
}

function remove(model: Model, entry: Entry): void {
  model.entries = model.entries.filter((one) => one !== entry)
}

/** Whether a reviewer may decide: the entry is pending and not claimed by another one. */
function mayReview({ now }: Model, { state, claim }: Entry, by: DeskCaller): boolean {
  const isOthers = claim !== null && claim.by !== by && claim.until > now
  return state === 'pending' && !isOthers
}

export const REVIEW_ACTIONS = ['claim', 'release', 'approve', 'reject', 'undo'] as const
export type ReviewAction = (typeof REVIEW_ACTIONS)[number]

export function review(
  model: Model,
  by: DeskCaller,
  entry: Entry | undefined,
  action: ReviewAction,
): number {
  if (entry === undefined) return 404
  if (action === 'undo') return undo(model, entry)
  if (!mayReview(model, entry, by)) return 409
  entry.claim = null
  if (action === 'claim') entry.claim = { by, until: model.now + CLAIM_MINUTES * MINUTE_MS }
  if (action === 'approve' || action === 'reject') {
    entry.state = action === 'approve' ? 'approved' : 'rejected'
    entry.decidedAt = model.now
  }
  return 200
}

function undo(model: Model, entry: Entry): number {
  const isOver = model.now >= entry.decidedAt + UNDO_MINUTES * MINUTE_MS
  if (entry.state === 'pending' || isOver) return 409
  entry.state = 'pending'
  return 200
}

/** Staff can rewrite an entry in any state. */
export function rewrite(entry: Entry | undefined, title: string): number {
  if (entry === undefined) return 404
  entry.title = title
  return 200
}

export function removeAtDesk(model: Model, entry: Entry | undefined): number {
  if (entry === undefined) return 404
  remove(model, entry)
  return 200
}

const shown = ({ id, title, author, state }: Entry) => ({
  id,
  title,
  author: author.username,
  pending: state !== 'approved',
  is_rejected: state === 'rejected',
})

export const publicEntries = ({ entries }: Model) =>
  entries.filter(({ state }) => state === 'approved').map(shown)

export const entriesOf = ({ entries }: Model, person: Person) =>
  entries.filter(({ author }) => author === person).map(shown)
