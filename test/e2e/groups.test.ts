import { callsTo, watchCalls } from '#test/helpers/browser/apiCalls.ts'
import { failWith } from '#test/helpers/browser/apiEdge.ts'
import { builtSite } from '#test/helpers/browser/builtSite.ts'
import { dashboardPage } from '#test/helpers/browser/dashboardPage.ts'

/** What only this test asks of the API fails: the server is not reached, nothing changes. */
type Fault = { path: string; status?: number }

describe('groups and invites, sentence by sentence', () => {
  const built = builtSite()
  const { open, tab, toast } = dashboardPage(built)

  const group = (name: string) =>
    built.page.getByRole('listitem').filter({
      has: built.page.getByRole('button', { name: new RegExp(`^${name} \\(`) }),
    })
  const expand = async (name: string) => {
    await group(name)
      .getByRole('button', { name: new RegExp(`^${name} \\(`) })
      .click()
    return group(name)
  }
  const dialog = (name: string) => built.page.getByRole('dialog', { name })
  const press = (name: string) => dialog(name).getByRole('button', { name: 'Yes' }).click()
  /** While `act` runs the call fails; afterwards it is the server's again. */
  const failing = async ({ path, status = 500 }: Fault, act: () => Promise<void>) => {
    await failWith(built.page, `/rpggroups/${path}`, status)
    await act()
    await built.page.unroute(`**/api/rpggroups/${path}`)
  }

  describe('Groups tab (behaviour 2, 5, 6, 7, 8, 9)', () => {
    test('a list of groups, collapsible, with name and member count; members with the owner first, crowned', async () => {
      await open('mira')
      await group('A Table for One')
        .getByRole('button', { name: 'A Table for One (1 member)' })
        .waitFor()
      const orchard = await expand('The Orchard Jury')
      const toggle = orchard.getByRole('button', { name: 'The Orchard Jury (4 members)' })
      expect(await toggle.getAttribute('aria-expanded')).toBe('true')
      const members = orchard.getByRole('list', { name: 'Members' }).getByRole('listitem')
      expect((await members.allTextContents()).map((text) => text.trim())).toEqual([
        'mira',
        'juno',
        'elias',
        'tomas',
      ])
      expect(await members.getByRole('img', { name: 'Owner' }).count()).toBe(1)
      await members.first().getByRole('img', { name: 'Owner' }).waitFor()
      await toggle.click()
      await members.first().waitFor({ state: 'hidden' })
    })

    test('pending invites, inviting, Remove and Disband are the owner’s; a member can only leave', async () => {
      await open('mira')
      const owned = await expand('The Orchard Jury')
      await owned
        .getByRole('list', { name: 'Pending invites' })
        .getByRole('listitem')
        .filter({ hasText: 'wren' })
        .waitFor()
      for (const name of ['Leave', 'Disband', 'Invite'])
        await owned.getByRole('button', { name, exact: true }).waitFor()
      const joined = await expand('Bell Goats of Harrow')
      await joined.getByRole('button', { name: 'Leave' }).waitFor()
      expect(await joined.getByRole('button', { name: /Disband|Invite|Remove/ }).count()).toBe(0)
      expect(await joined.getByRole('list', { name: 'Pending invites' }).count()).toBe(0)
    })

    test('hovering a member reveals Remove, never on the owner', async () => {
      await open('mira')
      const orchard = await expand('The Orchard Jury')
      const remove = orchard.getByRole('button', { name: 'Remove juno' })
      const shown = () => remove.evaluate((element) => getComputedStyle(element).opacity)
      expect(await shown()).toBe('0')
      await orchard.getByRole('listitem').filter({ hasText: 'juno' }).last().hover()
      await built.page.waitForFunction(
        () =>
          getComputedStyle(document.querySelector('[aria-label="Remove juno"]') as Element)
            .opacity === '1',
      )
      expect(await orchard.getByRole('button', { name: 'Remove mira' }).count()).toBe(0)
    })

    test('a group with one member disables the owner’s Leave button', async () => {
      await open('mira')
      const alone = await expand('A Table for One')
      expect(await alone.getByRole('button', { name: 'Leave' }).isDisabled()).toBe(true)
      expect(await alone.getByRole('button', { name: 'Disband' }).isDisabled()).toBe(false)
    })

    test('without groups says so; an empty name is not submitted; a failure keeps it; founding and disbanding', async () => {
      await open('ada')
      await built.page
        .getByRole('status')
        .getByText('You currently have no groups.', { exact: true })
        .waitFor()
      const sent = watchCalls(built.page)
      const name = built.page.getByRole('textbox', { name: 'New group name' })
      const create = built.page.getByRole('button', { name: 'Create group' })
      await name.fill('   ')
      await create.click()
      await name.fill('The Ledger')
      await failing({ path: 'create/' }, async () => {
        await create.click()
        await toast('alert', 'Error creating group, please try again.')
      })
      expect(await name.inputValue()).toBe('The Ledger')
      await create.click()
      await toast('status', "Group with the name 'The Ledger' created!")
      expect(callsTo(sent, 'POST')).toEqual(
        [1, 2].map(() => ({ call: 'POST /rpggroups/create/', body: { name: 'The Ledger' } })),
      )

      // It opens by itself.
      const founded = group('The Ledger')
      await founded.getByRole('button', { name: 'Disband' }).click()
      await failing({ path: 'disband/*' }, async () => {
        await press('Disband Group')
        await toast('alert', 'Error disbanding the group, please try again.')
      })
      await press('Disband Group')
      await toast('status', 'You disbanded the group.')
      await founded.waitFor({ state: 'detached' })
      expect(callsTo(sent, 'GET /rpggroups/disband/')).toHaveLength(2)
    })

    test('invite: refused for a member and for who is invited already, without a call', async () => {
      await open('mira')
      const orchard = await expand('The Orchard Jury')
      const field = orchard.getByRole('textbox', { name: 'Invite new member' })
      const invite = orchard.getByRole('button', { name: 'Invite', exact: true })
      const sent = watchCalls(built.page)
      await field.fill('juno')
      await invite.click()
      await orchard.getByRole('alert').getByText('User is already in the group.').waitFor()
      await field.fill('wren')
      await invite.click()
      await orchard.getByRole('alert').getByText('You have already invited this user.').waitFor()
      expect(callsTo(sent, 'POST')).toEqual([])
    })

    test('invite: the server’s refusals by status, then an invite and its cancelling', async () => {
      await open('mira')
      const table = await expand('A Table for One')
      const field = table.getByRole('textbox', { name: 'Invite new member' })
      const invite = table.getByRole('button', { name: 'Invite', exact: true })
      await field.fill('nobody of that name')
      await invite.click()
      await toast('alert', 'User not found, please try again.')
      await field.fill('sanna')
      for (const [status, text] of [
        [400, 'You have already invited this user.'],
        [423, 'User has an active mute on you, please try again later.'],
        [500, 'Error inviting user, please try again.'],
      ] as const)
        await failing({ path: 'invite/*', status }, async () => {
          await invite.click()
          await toast('alert', text)
        })
      const sent = watchCalls(built.page)
      await invite.click()
      await toast('status', "Successfully invited 'sanna' to the group!")
      expect(callsTo(sent, 'POST')).toEqual([
        {
          call: expect.stringMatching(/^POST \/rpggroups\/invite\/\d+$/),
          body: { username: 'sanna' },
        },
      ])

      await table.getByRole('button', { name: 'Cancel invitation for sanna' }).click()
      await failing({ path: 'cancel/*' }, async () => {
        await press('Cancel Invitation')
        await toast('alert', 'Error cancelling invite, please try again.')
      })
      await press('Cancel Invitation')
      await toast('status', 'Cancelled the invite.')
      expect(callsTo(sent, 'DELETE').at(-1)?.call).toMatch(/^DELETE \/rpggroups\/cancel\/\d+$/)
      await table.getByRole('list', { name: 'Pending invites' }).waitFor({ state: 'detached' })
    })

    test('Remove Member asks, tells a failure, then removes', async () => {
      await open('tomas')
      const keelsled = await expand('Keelsled Number Nine')
      await keelsled.getByRole('button', { name: 'Remove oskar' }).click()
      await failing({ path: 'remove/' }, async () => {
        await press('Remove Member')
        await toast('alert', 'Error removing member from group, please try again.')
      })
      const sent = watchCalls(built.page)
      await press('Remove Member')
      await toast('status', 'Removed member from the group.')
      expect(callsTo(sent, 'POST')).toEqual([
        {
          call: 'POST /rpggroups/remove/',
          body: { group_id: expect.any(Number), member_id: expect.any(Number) },
        },
      ])
      await keelsled.getByRole('button', { name: 'Keelsled Number Nine (2 members)' }).waitFor()
    })

    test('Leave Group, the non-owner variant: Yes or No', async () => {
      await open('sanna')
      const goats = await expand('Bell Goats of Harrow')
      const leave = goats.getByRole('button', { name: 'Leave' })
      const sent = watchCalls(built.page)
      await leave.click()
      await dialog('Leave Group').getByRole('button', { name: 'No' }).click()
      await dialog('Leave Group').waitFor({ state: 'hidden' })
      expect(callsTo(sent, 'GET /rpggroups/leave')).toEqual([])
      await leave.click()
      await failing({ path: 'leave/*' }, async () => {
        await press('Leave Group')
        await toast('alert', 'Error leaving group, please try again.')
      })
      await press('Leave Group')
      await toast('status', "You left the group 'Bell Goats of Harrow'.")
      await goats.waitFor({ state: 'detached' })
    })

    test('Leave Group, the owner variant: the successor is one of the non-owner members', async () => {
      await open('juno')
      const ferry = await expand('Saltmere Night Ferry')
      await ferry.getByRole('button', { name: 'Leave' }).click()
      const asked = dialog('Leave Group')
      await asked.getByRole('button', { name: /^New owner/ }).click()
      expect(await built.page.getByRole('option').allTextContents()).toEqual(['oskar'])
      await built.page.keyboard.press('Escape')
      expect(await asked.getByRole('button', { name: 'Confirm' }).isDisabled()).toBe(true)
      await asked.getByRole('button', { name: 'Cancel' }).click()
    })
  })

  describe('Invites tab (behaviour 2, 7, 8, 9)', () => {
    const invite = (name: string) => built.page.getByRole('article', { name })

    test('group name, leader and size; a mute dropdown; reject and accept tell their failures', async () => {
      await open('mira', /^Invites/)
      const card = invite('Keelsled Number Nine')
      await card.getByText('tomas', { exact: true }).waitFor()
      await card.getByText(/^[23]$/).waitFor()
      await card.getByRole('button', { name: /^Mute/ }).click()
      expect(await built.page.getByRole('option').allTextContents()).toEqual([
        "Don't Mute",
        'Mute 2 weeks',
        'Mute 1 month',
      ])
      await built.page.keyboard.press('Escape')
      await failing({ path: 'accept/*' }, async () => {
        await card.getByRole('button', { name: 'Accept' }).click()
        await toast('alert', 'Error accepting invite, please try again.')
      })
      await failing({ path: 'reject/*' }, async () => {
        await card.getByRole('button', { name: 'Reject' }).click()
        await toast('alert', 'Error rejecting invite, please try again.')
      })
    })

    test('rejecting for a month: the badges count down, and the mute lasts 30 days', async () => {
      await open('mira', /^Invites/)
      const menu = built.page.getByRole('navigation', { name: 'Main' })
      await menu.getByRole('link', { name: 'My Account (2 pending invites)' }).waitFor()
      await tab('Invites (2 pending)').waitFor()
      const card = invite('Saltmere Night Ferry')
      await card.getByRole('button', { name: /^Mute/ }).click()
      await built.page.getByRole('option', { name: 'Mute 1 month' }).click()
      const sent = watchCalls(built.page)
      await card.getByRole('button', { name: 'Reject' }).click()
      await toast('status', "You successfully rejected the invite to 'Saltmere Night Ferry'.")
      expect(callsTo(sent, 'POST')).toEqual([
        {
          call: expect.stringMatching(/^POST \/rpggroups\/reject\/\d+$/),
          body: { mute_level: '1m' },
        },
      ])
      await menu.getByRole('link', { name: 'My Account (1 pending invites)' }).waitFor()
      await tab('Invites (1 pending)').waitFor()
      await built.page.getByRole('button', { name: 'Muted Users' }).click()
      await built.page
        .getByRole('listitem')
        .filter({ hasText: 'juno' })
        .getByText('30 days remaining')
        .waitFor()
    })

    test('Muted Users: name, days remaining, unmute; a failed unmute shows no message', async () => {
      await open('mira', /^Invites/)
      await built.page.getByRole('button', { name: 'Muted Users' }).click()
      const muted = built.page.getByRole('listitem').filter({ hasText: 'oskar' })
      await muted.getByText('9 days remaining').waitFor()
      const unmute = muted.getByRole('button', { name: 'Unmute oskar' })
      const notices = built.page.getByRole('region', { name: 'Notifications', exact: true })
      await failing({ path: 'unmute/*' }, async () => {
        const failed = built.page.waitForResponse('**/rpggroups/unmute/*')
        const listed = built.page.waitForResponse('**/rpggroups/list/mutes')
        await unmute.click()
        await failed
        await listed
      })
      expect(await notices.getByRole('alert').count()).toBe(0)
      await unmute.click()
      await muted.waitFor({ state: 'detached' })
    })

    test('without invites and mutes the two texts', async () => {
      await open('ada', 'Invites')
      await built.page
        .getByRole('status')
        .getByText('You currently have no group invites.', { exact: true })
        .waitFor()
      await built.page.getByRole('button', { name: 'Muted Users' }).click()
      await built.page
        .getByRole('status')
        .getByText('You currently have no muted users.', { exact: true })
        .waitFor()
    })
  })
})
