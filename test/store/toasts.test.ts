import type { UnknownAction } from '@reduxjs/toolkit'
import { accountApi } from '#src/store/account/api.ts'
import { contentApi } from '#src/store/content/api.ts'
import { downloadFile } from '#src/store/downloads/api.ts'
import { glossaryApi } from '#src/store/glossary/api.ts'
import { groupsApi } from '#src/store/groups/api.ts'
import { messagesApi } from '#src/store/messages/api.ts'
import { profileApi } from '#src/store/profile/api.ts'
import { rulesApi } from '#src/store/rules/api.ts'
import { sessionEnded } from '#src/store/session/slice.ts'
import { setupStore } from '#src/store/store.ts'
import { toastRaised, toastShown } from '#src/store/toasts/slice.ts'
import { orderDetails } from '../helpers/fixtures/orderDetails.ts'
import { asMember, id } from '../helpers/fixtures/siteState.ts'
import { fakeApi, noNetwork, type RowName, refusal, reply } from '../helpers/screens/fakeApi.ts'
import { letFormsBeRead } from '../helpers/screens/forms.ts'
import { testI18n } from '../helpers/screens/testI18n.ts'

type Said = { area: string; kind: string; text: string }

/** Makes one call and returns its toasts as visitors read them. */
async function saidAfter(call: unknown, row: RowName, answer: unknown): Promise<Said[]> {
  fakeApi({ [row]: answer })
  const store = setupStore(asMember(), { devTools: false })
  await (store.dispatch as (thunk: unknown) => Promise<unknown>)(call)
  return store.getState().toasts.queue.map(({ area, kind, key, values }) => ({
    area,
    kind,
    text: testI18n.t(key, values),
  }))
}

const profile = profileApi.endpoints
const groups = groupsApi.endpoints
const glossary = glossaryApi.endpoints
const details = orderDetails()

const calls = {
  createNameChange: profile.createNameChange.initiate({ new_name: 'Wren', reason: 'Two wrens' }),
  deleteNameChange: profile.deleteNameChange.initiate(id(1)),
  savePreferences: profile.savePreferences.initiate({ email_notifications: true }),
  saveOrderDetails: profile.saveOrderDetails.initiate(details),
  createGroup: groups.createGroup.initiate({ name: 'Ravens' }),
  removeMember: groups.removeMember.initiate({ group_id: id(1), member_id: id(2) }),
  leaveGroup: groups.leaveGroup.initiate({ id: id(1) }),
  disbandGroup: groups.disbandGroup.initiate(id(1)),
  acceptInvite: groups.acceptInvite.initiate(id(1)),
  rejectInvite: groups.rejectInvite.initiate({ id: id(1), group_name: 'Ravens', mute_level: '2w' }),
  inviteMember: groups.inviteMember.initiate({ groupId: id(1), username: ' Orla ' }),
  cancelInvite: groups.cancelInvite.initiate(id(1)),
  unmute: groups.unmute.initiate(id(1)),
  transferOwnership: groups.transferOwnership.initiate({ group_id: id(1), new_owner_id: id(2) }),
  deleteGlossaryEntry: glossary.deleteGlossaryEntry.initiate(id(1)),
  createGlossaryEntry: glossary.createGlossaryEntry.initiate({
    title: 'Moth',
    typeId: id(1),
    subtypeId: null,
    image: null,
  }),
  createGlossarySubEntries: glossary.createGlossarySubEntries.initiate({
    id: id(1),
    sub_entries: [],
  }),
}
type Call = keyof typeof calls

const KEPT =
  'You can’t write anything for others until Mon, 4 Jan. If you have questions, write to us.'

// A failed creation of an entry says nothing else (behaviour 8.7).
test.each([
  'createGroup',
  'inviteMember',
  'createGlossaryEntry',
  'createGlossarySubEntries',
] as const)(
  '%s of a member whom the team keeps from writing says what the server says (behaviour 12.34)',
  async (call) => {
    const answer = refusal(403, 'kept_from_writing', KEPT)
    expect(await saidAfter(calls[call], call, answer)).toEqual([
      { area: 'page', kind: 'error', text: KEPT },
    ])
  },
)

// The sentences of behaviour 8.3 and 8.4, letter for letter (ruling 63).
test.each<[Call, unknown, string]>([
  ['createNameChange', {}, 'A name request was created successfully!'],
  ['deleteNameChange', [], 'The request was deleted successfully.'],
  ['savePreferences', {}, 'Successfully saved your settings.'],
  ['saveOrderDetails', details, 'Successfully saved your ordering details.'],
  ['createGroup', { name: 'Ravens' }, "Group with the name 'Ravens' created!"],
  ['removeMember', {}, 'Removed member from the group.'],
  ['leaveGroup', { name: 'Ravens' }, "You left the group 'Ravens'."],
  ['disbandGroup', {}, 'You disbanded the group.'],
  ['acceptInvite', { group_name: 'Ravens' }, "You joined 'Ravens'!"],
  ['rejectInvite', {}, "You successfully rejected the invite to 'Ravens'."],
  ['inviteMember', { target_user_username: 'orla' }, "Successfully invited 'orla' to the group!"],
  ['cancelInvite', {}, 'Cancelled the invite.'],
  ['transferOwnership', {}, 'Ownership transferred successfully.'],
  ['deleteGlossaryEntry', {}, 'You deleted the entry.'],
  ['createGlossarySubEntries', [], 'You have created a new entry. It will be under approval.'],
])('%s succeeds', async (call, answer, text) => {
  expect(await saidAfter(calls[call], call, answer)).toEqual([
    { area: 'page', kind: 'success', text },
  ])
})

test.each<[Call, unknown, string]>([
  ['createNameChange', refusal(400), 'There was an error creating your request.'],
  ['deleteNameChange', refusal(404), 'There was an error deleting your request.'],
  ['savePreferences', refusal(500), 'Error saving your settings, please try again.'],
  ['createGroup', refusal(400), 'Error creating group, please try again.'],
  ['removeMember', refusal(403), 'Error removing member from group, please try again.'],
  ['leaveGroup', refusal(400), 'Error leaving group, please try again.'],
  ['disbandGroup', refusal(403), 'Error disbanding the group, please try again.'],
  ['acceptInvite', refusal(404), 'Error accepting invite, please try again.'],
  ['rejectInvite', noNetwork, 'Error rejecting invite, please try again.'],
  ['cancelInvite', refusal(404), 'Error cancelling invite, please try again.'],
  ['transferOwnership', refusal(403), 'Error transferring ownership, please try again.'],
  ['inviteMember', refusal(400), 'You have already invited this user.'],
  ['inviteMember', refusal(404), 'User not found, please try again.'],
  ['inviteMember', refusal(423), 'User has an active mute on you, please try again later.'],
  ['inviteMember', refusal(403), 'Error inviting user, please try again.'],
  [
    'inviteMember',
    refusal(403, 'owner_invites_again'),
    'Only the group’s owner can invite this user.',
  ],
  ['inviteMember', noNetwork, 'Error inviting user, please try again.'],
  ['inviteMember', { wrong: 'shape' }, 'Error inviting user, please try again.'],
  ['deleteGlossaryEntry', refusal(403), 'Error deleting the entry, please try again.'],
  [
    'saveOrderDetails',
    refusal(400, 'invalid', 'Invalid.', [
      ['zipcode', 'Enter a zip code.'],
      ['country_key', 'No such country.'],
    ]),
    'Error saving your ordering details: Enter a zip code. No such country.',
  ],
  [
    'saveOrderDetails',
    reply(400, { detail: ['Try later.'] }),
    'Error saving your ordering details: Try later.',
  ],
])('%s fails with %#', async (call, answer, text) => {
  expect(await saidAfter(calls[call], call, answer)).toEqual([
    { area: 'page', kind: 'error', text },
  ])
})

describe('a failed save of order details lists all errors of the server', () => {
  const BEGIN = 'Error saving your ordering details:'
  const item = (detail: unknown, attr: string | null = null) => ({ code: 'invalid', detail, attr })
  const listed = async (body: unknown) => {
    const [said] = await saidAfter(calls.saveOrderDetails, 'saveOrderDetails', reply(400, body))
    expect(said?.text.startsWith(BEGIN)).toBe(true)
    return said?.text.slice(BEGIN.length).trim()
  }

  test.each<[string, object, string]>([
    ['several without a field', { errors: [item('First.'), item('Second.')] }, 'First. Second.'],
    [
      'several about one field',
      { errors: [item('Too long.', 'city'), item('No digits.', 'city')] },
      'Too long. No digits.',
    ],
    [
      'with and without a field, in order',
      { errors: [item('Later.'), item('Unknown.', 'country_key'), item('Never.')], detail: 'x' },
      'Later. Unknown. Never.',
    ],
    ['equal ones once', { errors: [item('Required.', 'city'), item('Required.')] }, 'Required.'],
    ['a code where there is no sentence', { errors: [{ code: 'closed' }] }, 'closed'],
    ['sentences instead of objects', { errors: ['First.', 'Second.'] }, 'First. Second.'],
    ['an item with a list', { errors: [item(['First.', 'Second.'])] }, 'First. Second.'],
    [
      'an object of lists by field',
      { errors: { city: ['Too long.', 'No digits.'], email: 'Unknown.' } },
      'Too long. No digits. Unknown.',
    ],
    ['no list but a list of details', { detail: ['Try later.', 'Thanks.'] }, 'Try later. Thanks.'],
    ['an empty list and a detail', { errors: [], detail: 'Try later.' }, 'Try later.'],
    ['what is no error', { errors: [null, 7, ' ', [], {}, item('', 'city')] }, 'invalid'],
    ['nothing at all', {}, ''],
  ])('%s', async (_, body, expected) => {
    expect(await listed(body)).toBe(expected)
  })

  test('more than can be read is cut', async () => {
    const errors = Array.from({ length: 500 }, (_, n) => item(`Error number ${n}.`))
    const text = (await listed({ errors })) ?? ''
    expect(text).toMatch(/^Error number 0\. Error number 1\. .*…$/)
    expect(text.length).toBeLessThanOrEqual(1000)
  })
})

test('an error without sentences of the server still says what failed', async () => {
  const [said] = await saidAfter(calls.saveOrderDetails, 'saveOrderDetails', noNetwork)
  expect(said?.text.trim()).toBe('Error saving your ordering details:')
})

test('a login is welcomed in the navigation layer (ruling 51)', async () => {
  const login = accountApi.endpoints.login.initiate({ email: 'a@b.c', password: 'Abcdef1!' })
  expect(await saidAfter(login, 'login', { access: 'a', refresh: 'r' })).toEqual([
    { area: 'nav', kind: 'success', text: 'Welcome to Discordia!' },
  ])
})

const { login, register, getProfile } = accountApi.endpoints
test.each<[string, unknown, RowName, unknown]>([
  ['unmute', calls.unmute, 'unmute', {}],
  ['failed unmute', calls.unmute, 'unmute', refusal(404)],
  ['step one of a new entry', calls.createGlossaryEntry, 'createGlossaryEntry', { id: 1 }],
  ['failed new entry', calls.createGlossaryEntry, 'createGlossaryEntry', refusal(400)],
  ['failed sections', calls.createGlossarySubEntries, 'createGlossarySubEntries', refusal(400)],
  ['failed login', login.initiate({ email: '', password: '' }), 'login', refusal(400)],
  [
    'failed registration',
    register.initiate({ email: '', username: '', password: '' }),
    'register',
    refusal(400),
  ],
  ['failed profile', getProfile.initiate(), 'getProfile', refusal(500)],
  ['failed groups', groups.listGroups.initiate(), 'listGroups', refusal(500)],
  ['failed invites', groups.listInvites.initiate(), 'listInvites', refusal(500)],
  ['failed news', contentApi.endpoints.listNews.initiate(), 'listNews', noNetwork],
  ['failed visit', contentApi.endpoints.logVisit.initiate(), 'logVisit', refusal(500)],
  ['failed rules', rulesApi.endpoints.listRuleVideos.initiate(), 'listRuleVideos', refusal(500)],
])('%s: silence', async (_, call, row, answer) => {
  expect(await saidAfter(call, row, answer)).toEqual([])
})

describe('the queue', () => {
  const notice = {
    area: 'page',
    kind: 'success',
    key: 'toast.invite_cancelled',
    values: {},
  } as const
  const queueAfter = (...actions: UnknownAction[]) => {
    const store = setupStore(undefined, { devTools: false })
    for (const action of actions) store.dispatch(action)
    return store.getState().toasts.queue
  }

  test('two equal toasts are two', () => {
    const [first, second] = queueAfter(toastRaised(notice), toastRaised(notice))
    expect(first).toMatchObject(notice)
    expect(second?.id).not.toBe(first?.id)
  })

  test('a toast that is shown has left', () => {
    const raised = toastRaised(notice)
    expect(queueAfter(raised, toastShown('another'))).toHaveLength(1)
    expect(queueAfter(raised, toastShown(raised.payload.id))).toEqual([])
  })

  test('the next visitor does not read what was meant for the last', () => {
    expect(queueAfter(toastRaised(notice), sessionEnded())).toEqual([])
  })
})

const makeStore = () => setupStore(asMember(), { devTools: false })
const { sendMessage } = messagesApi.endpoints

describe('a download', () => {
  const saved: { name: string; blob: Promise<string> }[] = []
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick'] })
    saved.length = 0
    let last: Blob = new Blob()
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => {
        last = blob
        return 'blob:one'
      },
      revokeObjectURL: () => {},
    })
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push({ name: this.download, blob: last.text() })
    })
  })
  afterEach(() => void jest.useRealTimers())

  const file = (headers?: HeadersInit) => new Response('twelve bytes', { headers })
  const get = (onProgress?: (share: number | null) => void) =>
    makeStore().dispatch(downloadFile({ id: id(3), fileName: 'sheet.pdf', onProgress }))

  test('reports how much has arrived', async () => {
    fakeApi({ downloadFile: file({ 'Content-Length': '12' }) })
    const shares: (number | null)[] = []
    await get((share) => shares.push(share)).unwrap()
    expect(shares.at(-1)).toBe(1)
    expect(await saved[0]?.blob).toBe('twelve bytes')
  })

  test('of unknown size says so', async () => {
    fakeApi({ downloadFile: file() })
    const shares: (number | null)[] = []
    await get((share) => shares.push(share)).unwrap()
    expect(new Set(shares)).toEqual(new Set([null]))
  })
})

describe('a message', () => {
  letFormsBeRead()
  const form = () => {
    const element = document.createElement('form')
    element.innerHTML = `
      <input name="name" value="Wren"><input name="email" value="wren@example.org">
      <input name="subject" value="Bells"><textarea name="message">They rang.</textarea>`
    return element
  }
  test('without a network is an error as well', async () => {
    jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
    const { error } = await makeStore().dispatch(sendMessage.initiate(form()))
    expect(error).toMatchObject({ error: expect.stringContaining('Failed to fetch') })
  })
})
