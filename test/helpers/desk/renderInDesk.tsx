import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactElement } from 'react'
import {
  AdminContext,
  memoryStore,
  type RaRecord,
  RecordContextProvider,
  ResourceContextProvider,
  ResourceDefinitionContextProvider,
  type Store,
} from 'react-admin'
import { createMemoryRouter, RouterProvider } from 'react-router'
import type { DeskSession } from '#contract/account.ts'
import { Notices } from '#desk/frame/Notices.tsx'
import { i18nProvider } from '#desk/i18n.ts'
import { makeAuthProvider } from '#desk/session/authProvider.ts'
import { makeClient } from '#desk/session/client.ts'
import { type DeskDataProvider, makeDataProvider } from '#desk/session/dataProvider.ts'
import { fakeDesk, type Responses } from './fakeDesk.ts'

/*
 * Renders a component of the desk with the real data provider and texts, the notices, and a router in memory.
 *
 *   const { user, calls } = renderInDesk(<RowMenu />, { record: { id: 7, name: 'Candles' } })
 *
 * jsdom has no progress of uploads: `upload` replaces that call. `id` is the id in the URL, for a page
 * that fetches its record; `user` is the logged-in user, for a page that needs one.
 */

// jsdom opens and closes no dialogs.
HTMLDialogElement.prototype.showModal = function () {
  this.open = true
}
HTMLDialogElement.prototype.close = function () {
  this.open = false
}

type Options = {
  resource?: string
  record?: RaRecord
  id?: number
  /** The address, for a page that reads more of it than an id, and the route that it belongs to. */
  at?: string
  route?: string
  user?: NonNullable<DeskSession['user']>
  responses?: Responses
  upload?: DeskDataProvider['upload']
  store?: Store
}

export function renderInDesk(ui: ReactElement, options: Options = {}) {
  const {
    resource = 'rule-categories',
    record,
    id,
    at = id ? `/page/${id}` : '/page',
    route = '/page/:id?',
    user: person,
    responses = {},
    upload,
    store = memoryStore(),
  } = options
  const session = { user: person, csrf: 'token', expires_at: null }
  const calls = fakeDesk({ ...(person && { 'GET /session': session }), ...responses })
  const client = makeClient()
  const desk = makeDataProvider(client)
  const page = (
    <AdminContext
      authProvider={person && makeAuthProvider(client)}
      dataProvider={{ ...desk, ...(upload && { upload }) }}
      i18nProvider={i18nProvider}
      store={store}
    >
      <ResourceDefinitionContextProvider
        definitions={{
          [resource]: {
            name: resource,
            hasList: true,
            hasCreate: true,
            hasEdit: true,
            recordRepresentation: 'name',
          },
        }}
      >
        <ResourceContextProvider value={resource}>
          <RecordContextProvider value={record}>{ui}</RecordContextProvider>
        </ResourceContextProvider>
        <Notices />
      </ResourceDefinitionContextProvider>
    </AdminContext>
  )
  const routes = [
    { path: route, element: page },
    { path: '*', element: <p>Another page</p> },
  ]
  const router = createMemoryRouter(routes, { initialEntries: [at] })
  const view = render(<RouterProvider router={router} />)
  return { user: userEvent.setup({ delay: null }), calls, client, router, ...view }
}
