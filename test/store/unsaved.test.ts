import { EMPTY_DRAFT } from '#src/store/glossary/entryDraft.ts'
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
import { asMember } from '../helpers/fixtures/siteState.ts'
import { fakeApi } from '../helpers/screens/fakeApi.ts'

const PAGE = '/discordia/rules'
const LOGIN = '/auth/login'
const orderDetails = { draft: NO_DETAILS, sent: null, setAside: null }
const entryDraft = { isFormOpen: false, draft: { ...EMPTY_DRAFT, title: 'Moth' }, draftNumber: 1 }
const unsaved = { forms: ['contact' as const] }

test.each([
  ['nothing', {}, [false, false, false, false]],
  ['a form without its text in the store', { unsaved }, [true, true, true, true]],
  ['order details half typed', { orderDetails }, [true, true, false, true]],
  ['the draft of an entry', { entryDraft }, [false, true, false, true]],
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

test('for a visitor who is logged out the login page is like other pages', () => {
  const now = setupStore({ orderDetails, entryDraft }, { devTools: false }).getState()
  expect(isLostByOpening(now, LOGIN)).toBe(false)
})

test('a form that is settled leaves the others unsaved; the end of a session settles all', () => {
  fakeApi()
  const store = setupStore(asMember(), { devTools: false })
  const isUnsaved = () => selectIsFormUnsaved(store.getState())
  for (const form of ['contact', 'settings', 'contact'] as const) store.dispatch(formTouched(form))
  store.dispatch(formSettled('contact'))
  expect(isUnsaved()).toBe(true)
  store.dispatch(formSettled('settings'))
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
