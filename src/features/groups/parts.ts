import type { GameDateId, GroupId } from '#contract/ids.ts'

/** Parts of an open group besides its overview, in the order of their links. */
const GROUP_PARTS = ['sessions', 'about', 'members', 'activity', 'manage'] as const
export type GroupPart = (typeof GROUP_PARTS)[number]

/** Class name of elements that move by a change: after each they appear at their new place and do not slide (late.css). */
export const turnedClass = (turns: number): string | undefined =>
  turns === 0 ? undefined : `turned-${turns % 2 === 0 ? 'even' : 'odd'}`

export const groupCardId = (id: GroupId): string => `group-${id}`

function idIn<Id extends number>(query: URLSearchParams, name: string): Id | null {
  const id = Number(query.get(name))
  return Number.isSafeInteger(id) && id > 0 ? (id as Id) : null
}

export const groupIn = (query: URLSearchParams): GroupId | null => idIn(query, 'group')

/** The past date of a group that the URL opens; null without one. */
export const dateIn = (query: URLSearchParams, group: GroupId): GameDateId | null =>
  groupIn(query) === group ? idIn(query, 'date') : null

export const partIn = (query: URLSearchParams, group: GroupId): GroupPart | null =>
  groupIn(query) === group ? (GROUP_PARTS.find((part) => part === query.get('part')) ?? null) : null

export function withPart(query: URLSearchParams, group: GroupId, part: GroupPart | null): string {
  const changed = new URLSearchParams(query)
  if (groupIn(query) !== group) changed.delete('date')
  changed.set('group', String(group))
  if (part === null) changed.delete('part')
  else changed.set('part', part)
  return `?${changed}`
}

export function withoutGroup(query: URLSearchParams): URLSearchParams {
  const changed = new URLSearchParams(query)
  changed.delete('group')
  changed.delete('part')
  changed.delete('date')
  return changed
}
