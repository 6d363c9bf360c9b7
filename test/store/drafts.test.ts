import { isMuchTyped } from '#src/platform/keptTexts.ts'
import { glossaryApi } from '#src/store/glossary/api.ts'
import {
  draftFrom,
  EMPTY_DRAFT,
  type EntryDraft,
  entryDraftActions,
  hasContent,
} from '#src/store/glossary/draftSlice.ts'
import { profileApi } from '#src/store/profile/api.ts'
import { NO_DETAILS, orderDetailsEdited } from '#src/store/profile/slice.ts'
import { sessionEnded } from '#src/store/session/slice.ts'
import { setupStore } from '#src/store/store.ts'
import { toastRaised, toastShown } from '#src/store/toasts/slice.ts'
import {
  isLostByOpening,
  selectIsLostByClosing,
  selectIsLostByLogout,
} from '#src/store/unsaved/selectors.ts'
import { formSettled, formTouched, selectIsFormUnsaved } from '#src/store/unsaved/slice.ts'
import { aGlossaryEntry, asMember, id } from '../helpers/fixtures/siteState.ts'
import { fakeApi, later, refusal, reply } from '../helpers/screens/fakeApi.ts'

test.each([
  ['nothing', {}, false],
  ['white space', { title: ' ', sections: [{ key: 1, title: ' ', content: '\n' }] }, false],
  ['a picture that was lost', { lacksPicture: true }, false],
  ['a title', { title: 'Moth' }, true],
  ['a type', { typeId: id(3) }, true],
  ['a sub-title', { sections: [{ key: 1, title: 'Habits', content: '' }] }, true],
  ['a text', { sections: [{ key: 1, title: '', content: 'Night.' }] }, true],
  [
    'a text of the second section',
    {
      sections: [
        { key: 1, title: '', content: '' },
        { key: 2, title: '', content: 'Night.' },
      ],
    },
    true,
  ],
  ['the id of a first step that was sent', { createdId: id(41) }, true],
])('a draft with %s: has it content?', (_what, fields, expected) => {
  expect(hasContent({ ...EMPTY_DRAFT, ...fields } as typeof EMPTY_DRAFT)).toBe(expected)
})

test.each([
  ['its type and sub-type', { entry_type: id(3), entry_subtype: id(4) }, 3, 4],
  ['a type alone', { entry_type: id(3), entry_subtype: null }, 3, null],
  ['a sub-type without a type', { entry_type: id(0), entry_subtype: id(4) }, null, null],
])('an entry with %s is copied with both or neither', (_what, fields, typeId, subtypeId) => {
  const entry = aGlossaryEntry(fields as never)
  expect(draftFrom({ entry, sections: [] })).toMatchObject({ typeId, subtypeId, createdId: null })
})

test('the sections of a copy have keys of their own; without any there is an empty one', () => {
  const entry = aGlossaryEntry({ title: 'Moth', image: '/files/a.jpg' })
  const sections = ['One', 'Two'].map((title) => ({ title, content: `${title}.` }))
  expect(draftFrom({ entry, sections })).toMatchObject({
    title: 'Moth',
    lacksPicture: true,
    sections: [
      { key: 1, title: 'One', content: 'One.' },
      { key: 2, title: 'Two', content: 'Two.' },
    ],
  })
  const bare = draftFrom({ entry: { ...entry, image: null }, sections: [] })
  expect(bare).toMatchObject({ lacksPicture: false, sections: EMPTY_DRAFT.sections })
})

describe('the entry of the first step', () => {
  const { createGlossaryEntry, createGlossarySubEntries, deleteGlossaryEntry } =
    glossaryApi.endpoints
  const createdIdIn = (store: ReturnType<typeof setupStore>) =>
    store.getState().entryDraft.draft.createdId

  async function halfSent(responses: Parameters<typeof fakeApi>[0] = {}) {
    fakeApi({
      createGlossaryEntry: reply(201, { id: 41 }),
      deleteGlossaryEntry: {},
      ...responses,
    })
    const store = setupStore(asMember(), { devTools: false })
    store.dispatch(entryDraftActions.draftTitleTyped('Moth'))
    const body = { title: 'Moth', typeId: id<never>(3), subtypeId: null, image: null }
    await store.dispatch(createGlossaryEntry.initiate(body))
    expect(createdIdIn(store)).toBe(41)
    return store
  }

  test.each([
    ['itself', 41, null],
    ['another entry', 42, 41],
  ])('is forgotten when %s is deleted', async (_what, deleted, left) => {
    const store = await halfSent()
    await store.dispatch(deleteGlossaryEntry.initiate(id(deleted)))
    expect(createdIdIn(store)).toBe(left)
  })

  test.each([
    [403, 41, null],
    [404, 41, null],
    [404, 42, 41],
    [409, 41, 41],
    [500, 41, 41],
  ])('after a refusal %i of the sections of entry %i', async (status, entry, left) => {
    const store = await halfSent({ createGlossarySubEntries: refusal(status) })
    const step = { id: id<never>(entry), sub_entries: [] }
    await store.dispatch(createGlossarySubEntries.initiate(step))
    expect(createdIdIn(store)).toBe(left)
    expect(store.getState().entryDraft.draft.title).toBe('Moth')
  })

  test('is gone with the draft when both steps are done', async () => {
    const store = await halfSent({ createGlossarySubEntries: reply(201, []) })
    const { draftNumber } = store.getState().entryDraft
    await store.dispatch(createGlossarySubEntries.initiate({ id: id(41), sub_entries: [] }))
    expect(store.getState().entryDraft).toEqual({
      isFormOpen: false,
      draft: EMPTY_DRAFT,
      draftNumber: draftNumber + 1,
    })
  })
})

test('sections are numbered on, typed into and removed one by one', () => {
  const { sectionAdded, sectionTyped, sectionRemoved } = entryDraftActions
  const store = setupStore(asMember(), { devTools: false })
  store.dispatch(sectionAdded())
  store.dispatch(sectionAdded())
  store.dispatch(sectionTyped({ key: 2, title: 'Habits', content: 'Night.' }))
  store.dispatch(sectionRemoved(1))
  store.dispatch(sectionAdded())
  expect(store.getState().entryDraft.draft.sections).toEqual([
    { key: 2, title: 'Habits', content: 'Night.' },
    { key: 3, title: '', content: '' },
    { key: 4, title: '', content: '' },
  ])
})

test('another type clears the sub-type, and the rest of the draft stays', () => {
  const { draftTitleTyped, draftTypeChosen, draftSubtypeChosen } = entryDraftActions
  const store = setupStore(asMember(), { devTools: false })
  store.dispatch(draftTitleTyped('Moth'))
  store.dispatch(draftTypeChosen(id(3)))
  store.dispatch(draftSubtypeChosen(id(4)))
  expect(store.getState().entryDraft.draft).toMatchObject({ typeId: 3, subtypeId: 4 })
  store.dispatch(draftTypeChosen(id(5)))
  expect(store.getState().entryDraft.draft).toEqual({ ...EMPTY_DRAFT, title: 'Moth', typeId: 5 })
})

const draft = { ...NO_DETAILS, city: 'Graz' }
const other = { ...NO_DETAILS, city: 'Linz' }

function typed() {
  fakeApi({ getProfile: refusal(500) })
  const store = setupStore(asMember(), { devTools: false })
  store.dispatch(orderDetailsEdited({ draft, isMuchTyped: true }))
  const draftNow = () => store.getState().orderDetails.draft
  return { store, draftNow }
}

test.each([
  ['saved', reply(200, {}), draft, null],
  ['saved, and changed meanwhile', reply(200, {}), other, other],
  ['refused', refusal(400), draft, draft],
])('a draft that is %s', async (_what, answer, now, left) => {
  const saving = later<Response>()
  const { store, draftNow } = typed()
  fakeApi({ saveOrderDetails: () => saving.promise })
  const call = store.dispatch(profileApi.endpoints.saveOrderDetails.initiate(draft))
  store.dispatch(orderDetailsEdited({ draft: now, isMuchTyped: true }))
  saving.resolve(answer)
  await call
  expect(draftNow()).toEqual(left)
  expect(store.getState().orderDetails.sent).toEqual(draft)
})

const PAGE = '/discordia/rules'
const LOGIN = '/auth/login'
const orderDetails = { draft: NO_DETAILS, isMuchTyped: true, sent: null }
const entryOf = (draft: Partial<EntryDraft>) => ({
  isFormOpen: false,
  draft: { ...EMPTY_DRAFT, ...draft },
  draftNumber: 1,
})
const entryDraft = entryOf({ title: 'Moths come at night' })
const unsaved = { forms: ['contact' as const] }

test.each([
  ['nothing', {}, [false, false, false, false]],
  ['a form without its text in the store', { unsaved }, [true, true, true, true]],
  ['order details half typed', { orderDetails }, [true, true, false, true]],
  [
    'a few words of order details',
    { orderDetails: { ...orderDetails, isMuchTyped: false } },
    [false, false, false, false],
  ],
  ['the draft of an entry', { entryDraft }, [false, true, false, true]],
  [
    'a few words and choices of an entry',
    { entryDraft: entryOf({ title: 'Moth', typeId: id(2), isFormatted: true }) },
    [false, false, false, false],
  ],
])(
  'what of %s is lost: by closing, logging out, another page, the login page',
  (_what, state, lost) => {
    const now = setupStore(asMember(state), { devTools: false }).getState()
    expect([
      selectIsLostByClosing(now),
      selectIsLostByLogout(now),
      isLostByOpening(now, PAGE),
      isLostByOpening(now, LOGIN),
    ]).toEqual(lost)
  },
)

test.each<[string, string[], string[], boolean]>([
  ['nothing', [], [], false],
  ['three words', ['They came early'], [], false],
  ['four words', ['They came, at night'], [], true],
  ['four words in two fields', ['They came', 'at night'], [], true],
  ['an address', ['wren@example.org'], [], false],
  ['spaces and dots', [' . . . . . ', '\n\n'], [], false],
  ['a mark at the end of a long text', ['They came at night!'], ['They came at night'], false],
  ['a word within it', ['They all came at night'], ['They came at night'], false],
  ['a sentence within it', ['They came. We ran as one. At night'], ['They came. At night'], true],
  ['a text that is taken out', [''], ['They came at night'], false],
  ['Japanese, which has no spaces', ['明日の夜にみんなで来ます'], [], true],
])('%s is worth a question, or not (ruling 80)', (_what, texts, saved, expected) => {
  expect(isMuchTyped(texts, saved)).toBe(expected)
})

test('for a visitor who is logged out the login page is like other pages', () => {
  const now = setupStore({ orderDetails, entryDraft }, { devTools: false }).getState()
  expect(isLostByOpening(now, LOGIN)).toBe(false)
})

test('a form that is settled leaves the others unsaved; the end of a session settles all', () => {
  fakeApi()
  const store = setupStore(asMember(), { devTools: false })
  const isUnsaved = () => selectIsFormUnsaved(store.getState())
  for (const form of ['contact', 'planning', 'contact'] as const) store.dispatch(formTouched(form))
  store.dispatch(formSettled('contact'))
  expect(isUnsaved()).toBe(true)
  store.dispatch(formSettled('planning'))
  expect(isUnsaved()).toBe(false)
  store.dispatch(formTouched('nameChange'))
  store.dispatch(sessionEnded())
  expect(isUnsaved()).toBe(false)
})

test('toasts wait in their order until each is shown; those of a session end with it', () => {
  fakeApi()
  const store = setupStore(asMember(), { devTools: false })
  const raise = (key: 'toast.welcome' | 'toast.group_left' | 'toast.entry_deleted') =>
    store.dispatch(toastRaised({ area: 'page', kind: 'success', key, values: {} })).payload.id
  const keys = () => store.getState().toasts.queue.map(({ key }) => key)
  raise('toast.welcome')
  const second = raise('toast.group_left')
  raise('toast.entry_deleted')
  store.dispatch(toastShown(second))
  expect(keys()).toEqual(['toast.welcome', 'toast.entry_deleted'])
  store.dispatch(sessionEnded())
  expect(keys()).toEqual([])
})
