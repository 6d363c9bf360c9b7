import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import toast from 'react-hot-toast/headless'
import { Link, Route, Routes } from 'react-router'
import { ToastLayer } from '#src/app/shell/AfterPaint.tsx'
import { Screen as GlossaryPage } from '#src/features/glossary/GlossaryPage.tsx'
import type { RootState } from '#src/store/reducer.ts'
import { aGlossaryEntry, id } from '#test/helpers/fixtures/siteState.ts'
import { fakeApi } from '#test/helpers/screens/fakeApi.ts'
import { renderWithStore } from '#test/helpers/screens/renderWithStore.tsx'

type Responses = Parameters<typeof fakeApi>[0]
type Options = { at?: string; state?: Partial<RootState> }

export const moth = aGlossaryEntry({ id: id(1), title: 'Lamp-moth' })
export const eel = aGlossaryEntry({ id: id(2), title: 'Glass eel' })

/** Entry 1, Entry 2, ... */
export const entries = (count: number, from = 1) =>
  Array.from({ length: count }, (_, n) =>
    aGlossaryEntry({ id: id(from + n), title: `Entry ${from + n}` }),
  )

const creature = { id: 1, name: 'Creatures', icon: 'eel' }
const place = { id: 2, name: 'Places', icon: null }
const responses: Responses = {
  listGlossaryTypes: { count: 2, results: [creature, place] },
  listGlossarySubtypes: {
    results: [
      { id: 11, name: 'Of water' },
      { id: 21, name: 'Cities' },
    ],
  },
  listSubtypesOfType: ({ path }: { path: string }) => ({
    subtypes: path.endsWith('/1/') ? [{ id: 11, name: 'Of water' }] : [{ id: 21, name: 'Cities' }],
  }),
  listGlossaryEntries: [moth, eel],
  listGlossarySubEntries: [],
}

/** The glossary with its toasts, and a link to it from outside, as the menu has one. */
export function openGlossary(more: Responses = {}, { at, state }: Options = {}) {
  // The toasts of the last test live outside the store.
  toast.remove()
  const api = fakeApi({ ...responses, ...more })
  const page = renderWithStore(
    <>
      <Link to="/discordia/world">Menu: World</Link>
      <Link to="/discordia/rules">Menu: Rules</Link>
      <Routes>
        <Route path="/discordia/world" element={<GlossaryPage />} />
        <Route path="*" element={<p>Elsewhere</p>} />
      </Routes>
      <ToastLayer />
    </>,
    { at: at ?? '/discordia/world', state },
  )
  // No delay, which would wait for fake timers.
  return { api, ...page, user: userEvent.setup({ delay: null }) }
}
export type GlossaryVisit = ReturnType<typeof openGlossary>

export const list = () => within(screen.getByRole('region', { name: 'Glossary entries' }))
export const titles = async () =>
  (await list().findAllByRole('heading', { level: 3 })).map(({ textContent }) => textContent)
export const card = async (name: string) => within(await list().findByRole('article', { name }))
export const searchBox = () => screen.getByRole('searchbox', { name: 'Search the glossary' })
export const dropdown = (label: string) =>
  screen.getByRole('button', { name: new RegExp(`^${label} `) })
export const checkbox = (name: string) => screen.getByRole('checkbox', { name })
export const notifications = () => within(screen.getByRole('region', { name: 'Notifications' }))
export async function choose({ user }: GlossaryVisit, label: string, option: string) {
  await user.click(dropdown(label))
  await user.click(await screen.findByRole('option', { name: option }))
}
/** Opens a dropdown, reads its options in order and closes it again. */
export async function optionsOf({ user }: GlossaryVisit, label: string) {
  await user.click(dropdown(label))
  const found = within(screen.getByRole('listbox', { name: label })).getAllByRole('option')
  const names = found.map(({ textContent }) => textContent)
  await user.keyboard('{Escape}')
  return names
}
