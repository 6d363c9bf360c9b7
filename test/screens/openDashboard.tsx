import { screen, within } from '@testing-library/react'
import toast from 'react-hot-toast/headless'
import { LeaveGuard } from '#src/app/SiteTree.tsx'
import { ToastLayer } from '#src/app/shell/AfterPaint.tsx'
import { Screen as DashboardPage } from '#src/features/dashboard/DashboardPage.tsx'
import type { RootState } from '#src/store/reducer.ts'
import { aProfile, asMember } from '#test/helpers/fixtures/siteState.ts'
import { fakeApi } from '#test/helpers/screens/fakeApi.ts'
import { renderWithStore } from '#test/helpers/screens/renderWithStore.tsx'

type Responses = Parameters<typeof fakeApi>[0]
type Options = { at?: string; state?: Partial<RootState> }

/** The dashboard with its toasts, for a member whose lists are empty unless the test fills them. */
export function openDashboard(responses: Responses = {}, { at, state = asMember() }: Options = {}) {
  // Toasts of the last test stay, because they are outside the store.
  toast.remove()
  const api = fakeApi({
    getProfile: aProfile(),
    listGroups: [],
    listInvites: [],
    listMutes: [],
    ...responses,
  })
  const page = renderWithStore(
    <>
      <DashboardPage />
      <ToastLayer />
      <LeaveGuard />
    </>,
    { at: at ?? '/discordia/dashboard', state },
  )
  return { api, ...page }
}

/** The toasts of the pages; `status` for success, `alert` for errors. */
export const notifications = () => within(screen.getByRole('region', { name: 'Notifications' }))
