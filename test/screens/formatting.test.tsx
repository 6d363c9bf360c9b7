import { screen, waitFor, within } from '@testing-library/react'
import { aGlossaryEntry, aProfile, id } from '#test/helpers/fixtures/siteState.ts'
import { type FakeCall, refusal } from '#test/helpers/screens/fakeApi.ts'
import { announceInHead, withdrawHead } from '#test/helpers/screens/pageFeatures.ts'
import { openDashboard } from './openDashboard.tsx'
import {
  dialog,
  field,
  fill,
  gone,
  openForm,
  section,
  send,
  sent,
  write,
} from './openEntryForm.tsx'
import { card } from './openGlossary.tsx'

const strong = (text: string) => [{ type: 'paragraph', runs: [{ text, strong: true }] }]
/** Formats texts that are in asterisks as a whole. */
const previewTexts = ({ body }: FakeCall) => ({
  trees: (body as { texts: string[] }).texts.map((text) =>
    text.startsWith('**') ? strong(text.replaceAll('*', '')) : null,
  ),
})
const shown = () => screen.findByRole('region', { name: 'Preview' })
const opener = () => screen.findByRole('button', { name: 'Preview' })

beforeEach(() => announceInHead('formatting'))
afterEach(withdrawHead)

describe('The page of a group with light formatting', () => {
  const texts = { purpose: '**We fly**', note: 'Bring *dice*', talk_url: null }
  const page = {
    ...texts,
    crest: null,
    version: 3,
    role: 'owner',
    co_owners: [],
    log: { entries: [], next: null },
  }
  const group = {
    id: id(4),
    name: 'Ravens',
    is_owner: true,
    invites: [],
    members: [{ id: id(1), name: 'Mara', owner: true }],
    page: { crest: null, role: 'owner', has_note: true },
  }
  async function openPage(more: Parameters<typeof openDashboard>[0] = {}, part = 'About') {
    const opened = openDashboard({
      getProfile: aProfile({ features: ['group_page'] }),
      listGroups: [group],
      getGroupPage: page,
      previewTexts,
      ...more,
    })
    await opened.user.click(await screen.findByRole('button', { name: /Ravens/ }))
    await opened.user.click(await screen.findByRole('link', { name: part }))
    return opened
  }
  async function openEditor(more: Parameters<typeof openDashboard>[0] = {}) {
    const opened = await openPage(more, 'Manage')
    await opened.user.click(await screen.findByRole('button', { name: 'Edit group page' }))
    return { ...opened, note: screen.getByRole('textbox', { name: 'Pinned note' }) }
  }

  it('shows the trees of its texts, and a text without one as typed', async () => {
    await openPage({ getGroupPage: { ...page, purpose_rich: strong('We fly') } })
    const about = await screen.findByRole('region', { name: 'What this group is about' })
    expect(within(about).getByText('We fly').tagName).toBe('STRONG')
    expect(screen.getByRole('region', { name: 'Pinned note' })).toHaveTextContent('Bring *dice*')
  })

  it.each([
    ['is none', 'Bold'],
    ['is an object', { type: 'paragraph' }],
  ])('shows a text as typed if its tree %s', async (_what, purpose_rich) => {
    await openPage({ getGroupPage: { ...page, purpose_rich } })
    const about = await screen.findByRole('region', { name: 'What this group is about' })
    expect(about).toHaveTextContent('**We fly**')
  })

  it('has a toolbar at each text of its form, and previews both texts', async () => {
    const { api, user } = await openEditor()
    expect(screen.getAllByRole('toolbar', { name: 'Formatting' })).toHaveLength(2)
    expect(await opener()).toHaveAttribute('aria-expanded', 'false')
    expect(api.calls('previewTexts')).toEqual([])
    await user.click(await opener())
    const preview = within(await shown())
    expect((await preview.findByText('We fly')).tagName).toBe('STRONG')
    expect(preview.getByText('Bring *dice*')).toBeVisible()
    expect(preview.getByText('Pinned note')).toBeVisible()
    expect(api.calls('previewTexts').map(({ body }) => body)).toEqual([
      { texts: ['**We fly**', 'Bring *dice*'] },
    ])
    await user.click(await opener())
    expect(screen.queryByRole('region', { name: 'Preview' })).toBeNull()
  })

  it('saves what the buttons and the keys have made of a text', async () => {
    const { api, user, note } = await openEditor({ saveGroupPage: { ...page, version: 4 } })
    const [, toolbar] = screen.getAllByRole('toolbar', { name: 'Formatting' })
    if (!toolbar) throw new Error('The note has no toolbar.')
    await user.clear(note)
    await user.type(note, 'dice')
    await user.click(within(toolbar).getByRole('button', { name: 'List' }))
    await user.tripleClick(note)
    await user.keyboard('{Control>}b{/Control}')
    await user.click(screen.getByRole('button', { name: 'Save page' }))
    await waitFor(() => expect(api.calls('saveGroupPage')).toHaveLength(1))
    expect(api.calls('saveGroupPage')[0]?.body).toMatchObject({
      purpose: '**We fly**',
      note: '**- dice**',
    })
  })

  it('updates the preview with one call for a burst of changes', async () => {
    const { api, user, note } = await openEditor()
    await user.click(await opener())
    await within(await shown()).findByText('We fly')
    await user.clear(note)
    await user.type(note, '**Dice**')
    expect((await within(await shown()).findByText('Dice')).tagName).toBe('STRONG')
    expect(api.calls('previewTexts')).toHaveLength(2)
  })

  it('makes no call while both texts are empty', async () => {
    const { api, user } = await openEditor({ getGroupPage: { ...page, purpose: ' ', note: '' } })
    await user.click(await opener())
    expect(await shown()).toHaveTextContent('Nothing written yet.')
    expect(api.calls('previewTexts')).toEqual([])
  })

  it('shows an error when the preview fails, keeps the typed text, and retries', async () => {
    const { api, user, note } = await openEditor()
    await user.click(await opener())
    await within(await shown()).findByText('We fly')
    api.respond({ previewTexts: refusal(429, 'throttled') })
    await user.type(note, '!')
    const again = await within(await shown()).findByRole('button', { name: 'Try again' })
    expect(within(await shown()).queryByText('We fly')).toBeNull()
    expect(note).toHaveValue('Bring *dice*!')
    api.respond({ previewTexts })
    await user.click(again)
    expect(await within(await shown()).findByText('Bring *dice*!')).toBeVisible()
  })

  it('has the form of before without the announcement', async () => {
    withdrawHead()
    await openEditor()
    expect(screen.queryByRole('toolbar')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Preview' })).toBeNull()
  })
})

describe('The form of an entry with light formatting', () => {
  const choice = () => dialog().getByRole('checkbox', { name: 'Light formatting' })
  const light = ['format', 'light']

  it('is the one of before without the announcement, even with a draft that has it', async () => {
    const before = await openForm()
    await fill(before)
    await before.user.click(choice())
    before.unmount()
    withdrawHead()
    const page = await openForm()
    expect(field('Name')).toHaveValue('Lamp-moth')
    expect(dialog().queryByRole('checkbox')).not.toBeInTheDocument()
    expect(dialog().queryByRole('button', { name: 'Preview' })).not.toBeInTheDocument()
    await send(page)
    await gone()
    expect(sent(page)[0]?.map(([name]) => name)).toEqual(['title', 'entry_type'])
    expect(page.api.calls('previewTexts')).toEqual([])
  })

  it('has a choice that is off and says what works; off, it sends what it sent before', async () => {
    const page = await openForm()
    expect(choice()).not.toBeChecked()
    expect(choice()).toHaveAccessibleDescription(/\*\*bold\*\*/)
    await fill(page)
    expect(dialog().queryByRole('button', { name: 'Preview' })).not.toBeInTheDocument()
    await send(page)
    await gone()
    expect(sent(page)[0]?.map(([name]) => name)).toEqual(['title', 'entry_type'])
  })

  it('sends the format with the entry, and keeps it in the draft', async () => {
    const before = await openForm({ previewTexts })
    await fill(before)
    await before.user.click(choice())
    before.unmount()
    const page = await openForm({ previewTexts })
    await waitFor(() => expect(choice()).toBeChecked())
    await send(page)
    await gone()
    expect(sent(page)[0]).toContainEqual(light)
  })

  it('shows its sections as they will be read', async () => {
    const page = await openForm({ previewTexts })
    await fill(page)
    await page.user.click(choice())
    const text = section(1).getByRole('textbox', { name: 'Text' })
    await page.user.clear(text)
    await write(page, text, '**Nocturnal**')
    await page.user.click(await dialog().findByRole('button', { name: 'Preview' }))
    const preview = within(await shown())
    expect((await preview.findByText('Nocturnal')).tagName).toBe('STRONG')
    expect(preview.getByText('Habits')).toBeVisible()
    expect(text).toHaveValue('**Nocturnal**')
  })

  it('cannot change it once the entry is created', async () => {
    const page = await openForm({ createGlossarySubEntries: refusal(500), previewTexts })
    await fill(page)
    await page.user.click(choice())
    await send(page)
    await waitFor(() => expect(choice()).toBeDisabled())
    expect(choice()).toBeChecked()
  })

  it.each([
    ['light', true],
    ['markdown', false],
    [undefined, false],
  ])('takes %s over from a rejected entry', async (format, isChecked) => {
    const rejected = aGlossaryEntry({ title: 'Sled', is_rejected: true, pending: true })
    const page = await openForm({ listGlossaryEntries: [{ ...rejected, format }] })
    await page.user.keyboard('{Escape}')
    await gone()
    const own = await card('Sled')
    await page.user.click(own.getByRole('button', { name: 'Use as draft' }))
    await waitFor(() => expect(field('Name')).toHaveValue('Sled'))
    if (isChecked) expect(choice()).toBeChecked()
    else expect(choice()).not.toBeChecked()
  })
})
