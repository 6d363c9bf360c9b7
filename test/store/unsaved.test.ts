import { isMuchTyped } from '#src/platform/muchTyped.ts'
import { EMPTY_DRAFT, type EntryDraft } from '#src/store/glossary/entryDraft.ts'
import { NO_DETAILS } from '#src/store/profile/orderFields.ts'
import { sessionEnded } from '#src/store/session/slice.ts'
import { setupStore } from '#src/store/store.ts'
import { toastRaised, toastShown } from '#src/store/toasts/slice.ts'
import {
  isLostByOpening,
  selectIsLostByClosing,
  selectIsLostByLogout,
} from '#src/store/unsaved/selectors.ts'
import { formSettled, formTouched, selectIsFormUnsaved } from '#src/store/unsaved/slice.ts'
import { asMember, id } from '../helpers/fixtures/siteState.ts'
import { fakeApi } from '../helpers/screens/fakeApi.ts'

const PAGE = '/discordia/rules'
const LOGIN = '/auth/login'
const orderDetails = { draft: NO_DETAILS, isMuchTyped: true, sent: null, setAside: null }
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
