import type { UnknownAction } from '@reduxjs/toolkit'
import { waitFor } from '@testing-library/react'
import type { GroupId } from '#contract/ids.ts'
import { accountApi } from '#src/store/account/api.ts'
import { actionSanitizer, devToolsOptions, stateSanitizer } from '#src/store/devtools.ts'
import { groupsApi } from '#src/store/groups/api.ts'
import { type RootState, rootReducer } from '#src/store/reducer.ts'
import { sessionEnded } from '#src/store/session/slice.ts'
import { setupStore } from '#src/store/store.ts'
import { aGroup, aProfile, asMember, id } from '../helpers/fixtures/siteState.ts'
import { fakeApi } from '../helpers/screens/fakeApi.ts'

describe('The developer tools', () => {
  type Asked = typeof devToolsOptions
  const HOOK = '__REDUX_DEVTOOLS_EXTENSION_COMPOSE__'
  const { login, register, applyPasswordReset } = accountApi.endpoints
  const SECRET = /Abcdef1!|access-\d|refresh-\d/

  afterEach(() => void Reflect.deleteProperty(window, HOOK))

  /** Installs an extension that only records the options of new stores. */
  function listenForStores(): Asked[] {
    const asked: Asked[] = []
    const compose =
      (...enhancers: ((next: unknown) => unknown)[]) =>
      (createStore: unknown) =>
        enhancers.reduceRight((next, enhancer) => enhancer(next), createStore)
    const extension = (options: Asked) => {
      asked.push(options)
      return compose
    }
    Object.defineProperty(window, HOOK, { configurable: true, value: extension })
    return asked
  }

  /** A store, and every action that reaches its reducer, in order. */
  function recorded(state?: Parameters<typeof setupStore>[0]) {
    const actions: UnknownAction[] = []
    const store = setupStore(state, { devTools: false })
    store.replaceReducer((before, action) => {
      actions.push(action)
      return rootReducer(before, action)
    })
    actions.length = 0
    return { store, actions }
  }

  /** Options that a store gives the extension, which Redux Toolkit looks up when it is loaded. */
  async function askedBy(devTools: Asked | false): Promise<Asked[]> {
    const asked = listenForStores()
    await jest.isolateModulesAsync(async () => {
      const fresh = await import('#src/store/store.ts')
      fresh.setupStore(undefined, { devTools })
    })
    return asked
  }

  test('a store is visible, masked, to the DevTools when enabled', async () => {
    const [asked] = await askedBy(devToolsOptions)
    expect(asked).toMatchObject({ name: 'Discordia', stateSanitizer: expect.any(Function) })
    expect(asked?.actionSanitizer?.({ type: 'x', payload: { access: 'access-1' } }, 0)).toEqual({
      type: 'x',
      payload: { access: '••••••' },
    })
  })

  test('a store does not show itself otherwise', async () => {
    expect(await askedBy(false)).toEqual([])
  })

  test('tokens and passwords are masked in all actions and states', async () => {
    fakeApi({
      login: { access: 'access-1', refresh: 'refresh-1' },
      getProfile: aProfile(),
      register: { email: 'wren@example.org' },
      applyPasswordReset: {},
    })
    const { store, actions } = recorded()
    const password = 'Abcdef1!'
    await store.dispatch(login.initiate({ email: 'wren@example.org', password }))
    await store.dispatch(
      register.initiate({ email: 'wren@example.org', username: 'wren', password }),
    )
    await store.dispatch(
      applyPasswordReset.initiate({ request_id: 'link', new_password: password }),
    )

    expect(actions.length).toBeGreaterThan(8)
    expect(JSON.stringify(actions)).toMatch(SECRET)
    expect(JSON.stringify(actions.map(actionSanitizer))).not.toMatch(SECRET)
    expect(JSON.stringify(store.getState().session)).toMatch(SECRET)
    expect(JSON.stringify(stateSanitizer(store.getState()))).not.toMatch(SECRET)
  })

  test('codes and secrets of the second step are masked, codes of errors are not', () => {
    const error = { status: 401, data: { errors: [{ code: 'second_factor_invalid' }] } }
    const action = {
      type: 'x',
      payload: { secret: 'JBSWY3DP', url: 'otpauth://totp/wren', token: 't' },
      meta: { code: '123456', codes: ['k7m2p-9qrst'], error },
    }
    expect(actionSanitizer(action)).toEqual({
      type: 'x',
      payload: { secret: '••••••', url: '••••••', token: '••••••' },
      meta: { code: '••••••', codes: ['••••••'], error },
    })
  })

  test('what is no secret stays readable, and what is no data is named', () => {
    const form = document.createElement('form')
    expect(
      actionSanitizer({
        type: 'api/executeMutation/pending',
        meta: { arg: { originalArgs: { email: 'wren@example.org', password: 'x', form } } },
        payload: [{ refresh: null, access: 'x' }, 7],
      }),
    ).toEqual({
      type: 'api/executeMutation/pending',
      meta: {
        arg: {
          originalArgs: {
            email: 'wren@example.org',
            password: '••••••',
            form: '[HTMLFormElement]',
          },
        },
      },
      payload: [{ refresh: null, access: '••••••' }, 7],
    })
  })

  test('a masked part is not masked again while it is unchanged', () => {
    const state = setupStore(asMember(), { devTools: false }).getState()
    expect(stateSanitizer(state).session).toBe(stateSanitizer({ ...state }).session)
  })

  test('the log of a login reads as a story', async () => {
    fakeApi({
      login: { access: 'access-1', refresh: 'refresh-1' },
      getProfile: aProfile({ is_staff: true }),
    })
    const { store, actions } = recorded()
    await store.dispatch(login.initiate({ email: 'wren@example.org', password: 'Abcdef1!' }))
    await waitFor(() => expect(store.getState().staff.isStaff).toBe(true))
    store.dispatch(sessionEnded())
    const ours = actions
      .map(({ type }) => type)
      .filter((type) => !/subscription|config/i.test(type))
    expect(ours.filter((type) => !type.startsWith('api/internal'))).toEqual([
      'api/executeMutation/pending',
      'session/loggedIn',
      'api/executeQuery/pending',
      'api/executeMutation/fulfilled',
      'toasts/toastRaised',
      'api/executeQuery/fulfilled',
      'staff/staffLearned',
      'session/sessionEnded',
      'api/resetApiState',
    ])
  })

  test('a replay of the log brings the same state and nothing else: no call, no storage, no way', async () => {
    const api = fakeApi({
      login: { access: 'access-1', refresh: 'refresh-1' },
      getProfile: aProfile({ is_staff: true }),
      listGroups: [aGroup()],
    })
    const { store, actions } = recorded()
    const start = store.getState()
    await store.dispatch(login.initiate({ email: 'wren@example.org', password: 'Abcdef1!' }))
    await store.dispatch(groupsApi.endpoints.listGroups.initiate())
    const end = store.getState()
    const made = api.calls().length
    const write = jest.spyOn(Storage.prototype, 'setItem')
    const remove = jest.spyOn(Storage.prototype, 'removeItem')

    expect(actions.reduce(rootReducer, start)).toEqual(end)
    expect(api.calls()).toHaveLength(made)
    expect(write).not.toHaveBeenCalled()
    expect(remove).not.toHaveBeenCalled()
  })
})

test('what the server sent with the page is in the cache, and is not fetched again', async () => {
  const api = fakeApi({ listGroups: [aGroup({ id: id<GroupId>(7) })] })
  const { listGroups } = groupsApi.endpoints
  const sender = setupStore(asMember(), { devTools: false })
  await sender.dispatch(listGroups.initiate())
  const { queries, provided } = sender.getState().api
  const served = structuredClone({ queries, mutations: {}, provided }) as RootState['api']
  const store = setupStore({ ...asMember(), api: served }, { devTools: false })
  await store.dispatch(listGroups.initiate())
  expect(listGroups.select()(store.getState()).data).toMatchObject([{ id: 7 }])
  expect(api.calls('listGroups')).toHaveLength(1)
})

test('the checks of development say nothing of a machine on which each takes a second', () => {
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined)
  let now = 0
  jest.spyOn(Date, 'now').mockImplementation(() => (now += 1000))
  setupStore(undefined, { devTools: false }).dispatch(sessionEnded())
  expect(warn).not.toHaveBeenCalled()
})
