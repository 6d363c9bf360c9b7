import { virtual } from '@guidepup/virtual-screen-reader'
import { screen } from '@testing-library/react'
import type { MemberId } from '#contract/ids.ts'
import { DashboardPage } from '#src/features/dashboard/DashboardPage.tsx'
import {
  aGroup,
  aMember,
  anInvite,
  aSentInvite,
  asMember,
  id,
} from '#test/helpers/fixtures/siteState.ts'
import { fakeApi } from '#test/helpers/screens/fakeApi.ts'
import { renderWithStore } from '#test/helpers/screens/renderWithStore.tsx'

// The reader asks for the style of ::before and ::after, which the test's browser does not know.
beforeEach(() => {
  const styleOf = window.getComputedStyle.bind(window)
  jest.spyOn(window, 'getComputedStyle').mockImplementation((element) => styleOf(element))
})

/** What a screen reader says on its way through the dashboard, from the first word to the last. */
async function transcript(tab: string): Promise<string[]> {
  fakeApi({
    whoAmI: { username: 'Mira' },
    getProfile: { username: 'Mira', email: 'mira@example.org', is_staff: false },
    listGroups: [
      aGroup({
        name: 'Ravens',
        is_owner: true,
        members: [
          aMember({ name: 'Mira', owner: true }),
          aMember({ id: id<MemberId>(2), name: 'Wren' }),
        ],
        invites: [aSentInvite({ target_user_username: 'Orla' })],
      }),
    ],
    listInvites: [anInvite({ group_name: 'Night Ferry', group_leader: 'Juno', group_size: 3 })],
    listMutes: [],
    listNameChanges: [],
    getPreferences: { email_notifications: true },
    listOrderDetails: [],
    listCountries: [{ key: 'IS', name: 'Iceland' }],
  })
  const { user, container } = renderWithStore(<DashboardPage />, {
    at: '/discordia/dashboard',
    state: asMember(),
  })
  await user.click(await screen.findByRole('tab', { name: new RegExp(`^${tab}`) }))
  if (tab === 'Groups') await user.click(await screen.findByRole('button', { name: /^Ravens/ }))
  if (tab === 'Invites') await screen.findByRole('article')
  if (tab === 'Details') await screen.findByRole('form', { name: 'Order Details' })
  if (tab === 'Settings') await screen.findByRole('form', { name: 'Settings' })
  await virtual.start({ container })
  // It goes round: the second time that the beginning is read, everything has been.
  const isRoundOnce = async () => {
    const said = await virtual.spokenPhraseLog()
    return said.length > 1 && said.at(-1) === said[0]
  }
  while (!(await isRoundOnce())) await virtual.next()
  const spoken = await virtual.spokenPhraseLog()
  await virtual.stop()
  return spoken
}

/** Each phrase is said, and in this order; what stands between does not matter. */
function expectInOrder(spoken: string[], phrases: (string | RegExp)[]): void {
  let from = 0
  for (const phrase of phrases) {
    const at = spoken.findIndex(
      (said, i) =>
        i >= from && (typeof phrase === 'string' ? said.includes(phrase) : phrase.test(said)),
    )
    if (at < 0)
      throw new Error(`"${phrase}" is not said after "${spoken[from]}":\n${spoken.join('\n')}`)
    from = at
  }
}

test('the groups tab reads as greeting, tabs, group, members with their owner first, invites, actions', async () => {
  expectInOrder(await transcript('Groups'), [
    /heading, Welcome back, Mira, .*level 1/,
    'button, Request name change',
    'tab, Groups',
    /tab, Invites \(1 pending\)/,
    /button, Ravens \(2 members\).*expanded/,
    /list, Members/,
    /Owner/,
    'button, Remove Wren',
    /list, Pending invites/,
    'button, Cancel invitation for Orla',
    'textbox, Invite new member',
    'button, Invite',
    'button, Leave',
    'button, Disband',
    'textbox, New group name',
    'button, Create group',
  ])
})

test('the invites tab reads as group, leader, size, mute, buttons', async () => {
  expectInOrder(await transcript('Invites'), [
    /article, Night Ferry/,
    'Juno',
    '3',
    /Mute/,
    'button, Reject',
    'button, Accept',
    /button, Muted Users/,
  ])
})

test('the details tab reads every label with its field', async () => {
  const fields = ['First Name', 'Last Name', 'Email', 'Phone Number', 'City', 'Zip Code', 'Address']
  const spoken = await transcript('Details')
  for (const field of fields) expectInOrder(spoken, ['form, Order Details', `textbox, ${field}`])
  expectInOrder(spoken, ['form, Order Details', /Country/, 'button, Save'])
})

test('the settings tab reads the one checkbox and its state', async () => {
  expectInOrder(await transcript('Settings'), [
    'form, Settings',
    /checkbox, Notify me by email for new events and updates.*checked/,
    'button, Save',
  ])
})
