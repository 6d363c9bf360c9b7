import { screen, within } from '@testing-library/react'
import type { GroupPage } from '#contract/groupPage.ts'
import type { Group } from '#contract/groups.ts'
import { aProfile, id } from '#test/helpers/fixtures/siteState.ts'
import { openDashboard } from './openDashboard.tsx'

export const group = (role: 'owner' | 'co_owner' | 'member', over: Partial<Group> = {}): Group => ({
  id: id(4),
  name: 'Ravens',
  is_owner: role === 'owner',
  members: ['Mara', 'Finn'].map((name, at) => ({ id: id(at + 1), name, owner: at === 0 })),
  invites: [],
  page: { crest: null, role, has_note: false },
  ...over,
})
export const page = (over: Partial<GroupPage> = {}): GroupPage => ({
  purpose: '',
  note: '',
  talk_url: null,
  crest: null,
  version: 3,
  role: 'owner',
  co_owners: [],
  log: { entries: [], next: null },
  ...over,
})
export async function openCard(
  answer: GroupPage | (() => unknown),
  responses: Parameters<typeof openDashboard>[0] = {},
  role: 'owner' | 'co_owner' | 'member' = 'owner',
) {
  const opened = openDashboard({
    getProfile: aProfile({ features: ['group_page'] }),
    listGroups: [group(role)],
    getGroupPage: answer,
    ...responses,
  })
  await opened.user.click(await screen.findByRole('button', { name: /Ravens/ }))
  return opened
}
export const part = (name: string) =>
  within(screen.getByRole('navigation', { name: 'Parts of Ravens' })).getByRole('link', { name })
