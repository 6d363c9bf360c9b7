import { screen, waitFor, within } from '@testing-library/react'
import type { GlossaryEntry } from '#contract/schemas/glossary.ts'
import { aGlossaryEntry, asMember, id } from '#test/helpers/fixtures/siteState.ts'
import { refusal, reply } from '#test/helpers/screens/fakeApi.ts'
import { card, openGlossary } from './openGlossary.tsx'

const sled = aGlossaryEntry({
  id: id(6),
  title: 'Exploding Sled',
  entry_type: id(1),
  entry_subtype: id(11),
  created_by: { username: 'mira', is_staff: false },
  pending: true,
  is_rejected: true,
})
const sections = [
  { title: 'In use', content: 'Once.', glossary_entry: 6 },
  { title: 'Afterwards', content: 'Snow.', glossary_entry: 6 },
]

function openWith(entry: Partial<GlossaryEntry> = {}) {
  return openGlossary(
    {
      listGlossaryEntries: [{ ...sled, ...entry }],
      listGlossarySubEntries: sections,
      createGlossaryEntry: () => reply(201, { id: 41 }),
      createGlossarySubEntries: () => reply(201, []),
    },
    { state: asMember(), at: '/discordia/world?show=mine' },
  )
}
const reuse = async () =>
  (await card('Exploding Sled')).getByRole('button', { name: 'Use as a draft' })
const form = async () =>
  within(await screen.findByRole('dialog', { name: 'Create New Glossary Item' }))
const question = () => within(screen.getByRole('dialog', { name: 'Replace your draft?' }))
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())

describe('A rejected entry', () => {
  it('shows the reason at once, on its closed card (ruling 73)', async () => {
    openWith({ rejection_reason: 'Sleds do not explode.\nPlease say why.' })
    const own = await card('Exploding Sled')
    expect(own.getByText(/Sleds do not explode/)).toBeVisible()
    expect(own.getByRole('button', { name: 'Exploding Sled' })).toHaveAttribute(
      'aria-expanded',
      'false',
    )
    expect(own.getByRole('note', { name: '(Rejected)' })).toHaveAccessibleDescription(
      'Your entry was rejected',
    )
  })

  it.each([undefined, '  '])(
    'has no word about a reason that is not given (%j)',
    async (reason) => {
      openWith({ rejection_reason: reason })
      const own = await card('Exploding Sled')
      expect(own.queryByText('The reason:')).not.toBeInTheDocument()
      expect(await reuse()).toBeVisible()
    },
  )

  it('that only waits has neither', async () => {
    openWith({ is_rejected: false })
    const own = await card('Exploding Sled')
    expect(own.queryByRole('button', { name: 'Use as a draft' })).not.toBeInTheDocument()
  })

  it('fills the form with its name, type, sub-type and sub-entries, and says that the picture stays behind', async () => {
    const { user, api } = openWith({ image: '/files/sled.jpg' })
    await user.click(await reuse())
    const dialog = await form()
    expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Exploding Sled')
    expect(await dialog.findByRole('button', { name: 'Type Creatures' })).toBeEnabled()
    expect(await dialog.findByRole('button', { name: 'Sub-Type Of water' })).toBeEnabled()
    const second = within(dialog.getByRole('group', { name: 'Sub-entry 2' }))
    expect(second.getByRole('textbox', { name: 'Sub-title' })).toHaveValue('Afterwards')
    expect(second.getByRole('textbox', { name: 'Text' })).toHaveValue('Snow.')
    expect(dialog.getByLabelText('Image')).toHaveAccessibleDescription(
      'The picture of the rejected entry cannot be taken over. Please choose it again if this one should have it.',
    )
    await user.click(dialog.getByRole('button', { name: 'Send Item for Review' }))
    await gone()
    const [sent] = api.calls('createGlossaryEntry')
    expect([...((sent?.body ?? []) as FormData)]).toEqual([
      ['title', 'Exploding Sled'],
      ['entry_type', '1'],
      ['entry_subtype', '11'],
    ])
    expect(api.calls('createGlossarySubEntries')).toMatchObject([
      { path: '/glossary/entries/41/sub-entries/', body: { sub_entries: [{}, {}] } },
    ])
  })

  it('without a picture is spared that sentence', async () => {
    const { user } = openWith()
    await user.click(await reuse())
    expect((await form()).getByLabelText('Image')).toHaveAccessibleDescription(
      'JPEG or PNG, up to 15 MB. It can be left out.',
    )
  })

  it.each([
    ['Keep it', 'Lamp-moth'],
    ['Replace it', 'Exploding Sled'],
  ])('asks before it replaces what was written: %s', async (answer, title) => {
    const { user, unmount } = openWith()
    await user.click(await screen.findByRole('button', { name: 'Create new glossary item' }))
    await user.type((await form()).getByRole('textbox', { name: 'Name' }), 'Lamp-moth')
    // Also what was written before the page was loaded again.
    unmount()
    const again = openWith()
    await again.user.click(await reuse())
    expect(question().getByText(/"Lamp-moth"/)).toBeVisible()
    await again.user.click(question().getByRole('button', { name: answer }))
    if (answer === 'Keep it') {
      await gone()
      await again.user.click(screen.getByRole('button', { name: 'Create new glossary item' }))
    }
    expect((await form()).getByRole('textbox', { name: 'Name' })).toHaveValue(title)
  })

  it('whose sub-entries do not come opens no half-filled form, and can be retried', async () => {
    const { user, api } = openWith()
    api.answer({ listGlossarySubEntries: refusal(500) })
    await user.click(await reuse())
    expect(await (await card('Exploding Sled')).findByRole('alert')).toHaveTextContent(
      'This could not be loaded.',
    )
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    api.answer({ listGlossarySubEntries: sections })
    await user.click(await reuse())
    expect((await form()).getByRole('textbox', { name: 'Name' })).toHaveValue('Exploding Sled')
  })
})
