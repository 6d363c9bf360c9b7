import { screen, waitFor } from '@testing-library/react'
import { aGlossaryEntry, aProfile, id } from '#test/helpers/fixtures/siteState.ts'
import { openDashboard } from './openDashboard.tsx'
import { openGlossary } from './openGlossary.tsx'
import { group, page } from './openGroup.tsx'
import { aPlan } from './openSessions.tsx'

/** Role and name of each named landmark that is shown. */
function landmarks(): string[] {
  const found: string[] = []
  for (const role of ['region', 'navigation', 'form', 'complementary'])
    screen.queryAllByRole(role, {
      name: (name) => name !== '' && found.push(`${role} ${name}`) > 0,
    })
  return found
}
const repeated = (names: readonly string[]) =>
  names.filter((name, at) => names.indexOf(name) !== at)

describe('Landmarks have names of their own', () => {
  it('when several entries are open that others mention', async () => {
    const titles = ['Lamp-moth', 'Glass eel']
    const { user } = openGlossary({
      listGlossaryEntries: titles.map((title, at) => aGlossaryEntry({ id: id(at + 1), title })),
      listGlossarySubEntries: [{ title: 'Habits', content: 'Shy.', mentioned: true }],
      getGlossaryTerm: {
        kind: 'glossary',
        id: 1,
        title: 'Lamp-moth',
        label: null,
        text: null,
        image: null,
        mentioned_in: [{ kind: 'glossary', id: 3, title: 'Lantern' }],
      },
    })
    for (const title of titles) await user.click(await screen.findByRole('button', { name: title }))
    await waitFor(() => expect(screen.getAllByText('Mentioned in')).toHaveLength(2))
    expect(repeated(landmarks())).toEqual([])
  })

  it('when several groups are open', async () => {
    const names = ['Ravens', 'Rooks']
    const { user } = openDashboard({
      getProfile: aProfile({ features: ['planning', 'group_page'] }),
      listGroups: names.map((name, at) => group('owner', { id: id(at + 4), name })),
      getGroupPage: page(),
      getPlan: aPlan(),
    })
    for (const name of names)
      await user.click(await screen.findByRole('button', { name: new RegExp(`^${name}`) }))
    const overviews = () => screen.getAllByRole('region', { name: /^Next session/ })
    await waitFor(() => expect(overviews()).toHaveLength(2))
    expect(repeated(landmarks())).toEqual([])
  })
})
