import { createAction } from '@reduxjs/toolkit'
import { LIVE_KINDS, type LiveKind } from '#contract/sets.ts'
import type { Tag } from '../http/tags.ts'

type Change = { readonly kind: LiveKind; readonly subject: number | null }
export type TagOfChange = Tag | { readonly type: Tag; readonly id: number }

/** The server published a change, made here or elsewhere. */
export const changePublished = createAction<Change>('live/changePublished')
/** Changes may have been missed: the stream has a gap. */
export const changesMissed = createAction('live/changesMissed')

/** Tags that each event invalidates. */
const TAGS: Readonly<Record<LiveKind, readonly Tag[]>> = {
  groups: ['Group', 'GroupPlan', 'GroupPage', 'Upcoming'],
  group: ['Group', 'GroupPlan', 'GroupPage', 'InviteLink', 'Upcoming'],
  invites: ['Invite', 'Upcoming'],
  registration: ['Registration', 'Upcoming'],
  entry: ['GlossaryEntry'],
  name_change: ['NameChange', 'Profile'],
}
/** Tags that are invalidated by the id of the changed subject. */
const BY_SUBJECT: readonly Tag[] = ['GroupPlan', 'GroupPage', 'InviteLink', 'Registration']

export const tagsOf = ({ kind, subject }: Change): TagOfChange[] =>
  TAGS[kind].map((type) =>
    subject !== null && BY_SUBJECT.includes(type) ? { type, id: subject } : type,
  )

export const ALL_TAGS: readonly Tag[] = [...new Set(Object.values(TAGS).flat())]

export const isKnown = (kind: string): kind is LiveKind =>
  (LIVE_KINDS as readonly string[]).includes(kind)
