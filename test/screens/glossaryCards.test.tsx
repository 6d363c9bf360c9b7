import { act, screen, waitFor, within } from '@testing-library/react'
import type { GlossaryEntry } from '#contract/glossary.ts'
import { aGlossaryEntry, asMember, id } from '#test/helpers/fixtures/siteState.ts'
import { later, refusal, reply } from '#test/helpers/screens/fakeApi.ts'
import { testI18n } from '#test/helpers/screens/testI18n.ts'
import german from '../../locales/de/translation.json'
import { card, list, notifications, openGlossary, searchBox, titles } from './openGlossary.tsx'

const mira = { username: 'mira', is_staff: false }
const pending = aGlossaryEntry({
  id: id(5),
  title: 'Umbrella Guild',
  created_by: mira,
  pending: true,
})
const rejected = aGlossaryEntry({
  id: id(6),
  title: 'Exploding Sled',
  created_by: mira,
  pending: true,
  is_rejected: true,
})
const sections = [{ title: 'Habits', content: 'Nocturnal.\n\nMostly.', glossary_entry: 1 }]

type Responses = Parameters<typeof openGlossary>[0]
const openWith = (entry: Partial<GlossaryEntry>, responses: Responses = {}) =>
  openGlossary(
    { listGlossaryEntries: [aGlossaryEntry(entry)], ...responses },
    { state: asMember() },
  )
const toggle = (title: string) => screen.getByRole('button', { name: title })

describe('A card', () => {
  afterEach(() => act(() => testI18n.changeLanguage('en')))

  it('shows type and sub-type, and neither mark nor author of the staff', async () => {
    openWith({
      entry_type_detail: { name: 'Creatures', icon: 'eel' },
      entry_subtype_name: 'Of water',
    })
    const moth = await card('Lamp-moth')
    expect(moth.getByText('Creatures')).toBeVisible()
    expect(moth.getByText('Of water')).toBeVisible()
    expect(moth.queryByText('archive')).not.toBeInTheDocument()
    expect(moth.queryByRole('img', { name: 'User-made entry' })).not.toBeInTheDocument()
    expect(moth.queryByRole('button', { name: 'Delete Entry' })).not.toBeInTheDocument()
  })

  it('marks entries of members and names their author', async () => {
    openWith({ created_by: mira })
    const moth = await card('Lamp-moth')
    expect(moth.getByRole('img', { name: 'User-made entry' })).toBeVisible()
    expect(moth.getByText('mira')).toBeVisible()
  })

  it('names former members in the language of the page', async () => {
    testI18n.addResourceBundle('de', 'translation', german)
    openWith({ created_by: { username: 'a former member', is_staff: false } })
    const moth = await card('Lamp-moth')
    expect(moth.getByText('a former member')).toBeVisible()
    await act(() => testI18n.changeLanguage('de'))
    expect(moth.getByText('ein früheres Mitglied')).toBeVisible()
  })

  it.each([
    ['eel', '/icons/game/eel.svg'],
    [null, '/icons/game/book.svg'],
    ['../../etc/x', '/icons/game/book.svg'],
  ])('shows the icon of its type (%s)', async (icon, address) => {
    openWith({ entry_type_detail: { name: 'Creatures', icon } })
    await titles()
    const sources = [...document.querySelectorAll('article img')].map((img) =>
      img.getAttribute('src'),
    )
    expect(sources).toEqual([address])
  })

  describe('while it is closed', () => {
    const thumbnails = [160, 320].map((width) => ({
      url: `/files/moth-${width}.webp`,
      width,
      height: width / 2,
    }))
    const picture = () => document.querySelector('article img')

    it('shows its picture small, late, in reserved room', async () => {
      openWith({ image: '/files/moth.jpg', thumbnails })
      await titles()
      expect(picture()).toHaveAttribute(
        'srcset',
        '/files/moth-160.webp 160w, /files/moth-320.webp 320w',
      )
      expect(picture()).toHaveAttribute('sizes')
      expect(picture()).toHaveAttribute('loading', 'lazy')
      expect(picture()).toHaveAttribute('width')
      expect(picture()).toHaveAttribute('height')
      expect((await card('Lamp-moth')).queryByRole('img')).not.toBeInTheDocument()
    })

    it('shows the picture itself where a server has no smaller ones', async () => {
      openWith({ image: '/files/moth.jpg' })
      await titles()
      expect(picture()).toHaveAttribute('src', '/files/moth.jpg')
      expect(picture()).not.toHaveAttribute('srcset')
    })

    it.each([
      ['its description', { description: ' In short.\nMore.' }],
      ['what it begins with', { description: '', excerpt: 'In short.' }],
      ['its description before that', { description: 'In short.\n\nMore.', excerpt: 'Else.' }],
    ])('shows one line of %s', async (_, entry) => {
      openWith(entry)
      expect((await card('Lamp-moth')).getByText('In short.')).toBeVisible()
    })

    it('hides that line once it is open', async () => {
      const { user } = openWith({ description: 'In short.' })
      await titles()
      await user.click(toggle('Lamp-moth'))
      expect((await card('Lamp-moth')).getAllByText('In short.')).toHaveLength(1)
    })
  })

  it('opens to image, description and sub-entries, and closes by its title or by minimize', async () => {
    const description = 'Drawn to sentences.\n\nTo unfinished ones.'
    const { user, api } = openWith({ description }, { listGlossarySubEntries: sections })
    await titles()
    expect(toggle('Lamp-moth')).toHaveAttribute('aria-expanded', 'false')
    expect(screen.queryByText('To unfinished ones.')).not.toBeInTheDocument()
    expect(api.calls('listGlossarySubEntries')).toHaveLength(0)
    await user.click(toggle('Lamp-moth'))
    const moth = await card('Lamp-moth')
    expect(moth.getByRole('img', { name: 'Lamp-moth' })).toHaveAttribute(
      'src',
      '/images/default-glossary-960.webp',
    )
    expect(moth.getByText('To unfinished ones.')).toBeVisible()
    expect(await moth.findByRole('heading', { level: 4, name: 'Habits' })).toBeVisible()
    expect(moth.getByText('Mostly.')).toBeVisible()

    await user.click(moth.getByRole('button', { name: 'minimize' }))
    expect(toggle('Lamp-moth')).toHaveAttribute('aria-expanded', 'false')
    expect(toggle('Lamp-moth')).toHaveFocus()
    expect(moth.queryByText('To unfinished ones.')).not.toBeInTheDocument()
    await user.click(toggle('Lamp-moth'))
    await user.click(toggle('Lamp-moth'))
    expect(moth.queryByRole('button', { name: 'minimize' })).not.toBeInTheDocument()
  })

  it('shows an own image, and only a valid URL', async () => {
    const { user } = openWith({ image: '/files/moth.jpg' })
    await titles()
    await user.click(toggle('Lamp-moth'))
    expect(screen.getByRole('img', { name: 'Lamp-moth' })).toHaveAttribute('src', '/files/moth.jpg')
  })

  it.each([null, '', '  '])(
    'without a description (%j) has no empty block (ruling 36)',
    async (description) => {
      const { user } = openWith({ description }, { listGlossarySubEntries: sections })
      await titles()
      await user.click(toggle('Lamp-moth'))
      const moth = await card('Lamp-moth')
      await moth.findByRole('heading', { level: 4 })
      expect(document.body).not.toHaveTextContent('null')
      const paragraphs = [...document.querySelectorAll('article p')].map((p) => p.textContent)
      expect(paragraphs).toEqual(['Creature', 'Nocturnal.', 'Mostly.'])
    },
  )

  it('offers to load the sub-entries again', async () => {
    const { user, api } = openWith({}, { listGlossarySubEntries: refusal(500) })
    await titles()
    await user.click(toggle('Lamp-moth'))
    const moth = await card('Lamp-moth')
    const again = await moth.findByRole('button', { name: 'Try again' })
    expect(moth.getByRole('alert')).toHaveTextContent('We couldn’t load this.')
    api.respond({ listGlossarySubEntries: sections })
    await user.click(again)
    expect(await moth.findByRole('heading', { level: 4, name: 'Habits' })).toBeVisible()
  })

  it('is closed by a search', async () => {
    const { user } = openWith({})
    await titles()
    await user.click(toggle('Lamp-moth'))
    await user.type(searchBox(), 'm')
    expect(toggle('Lamp-moth')).toHaveAttribute('aria-expanded', 'false')
  })

  it('keeps hostile texts as text', async () => {
    const hostile = '<img src=x onerror=alert(1)>'
    const { user } = openWith(
      { title: hostile, description: hostile, created_by: { username: hostile, is_staff: false } },
      { listGlossarySubEntries: [{ title: hostile, content: hostile, glossary_entry: 1 }] },
    )
    await titles()
    await user.click(toggle(hostile))
    expect(await screen.findByRole('heading', { level: 4, name: hostile })).toBeVisible()
    expect(document.querySelector('[onerror]')).toBeNull()
  })
})

describe('An entry under review', () => {
  it.each([
    [pending, '(Pending)', 'Your entry is still under approval'],
    [rejected, '(Rejected)', 'Your entry was rejected'],
    [{ ...rejected, pending: false }, '(Rejected)', 'Your entry was rejected'],
  ])('shows the state of its review (%#)', async (entry, mark, hint) => {
    const { user } = openWith(entry)
    const own = await card(entry.title)
    const note = own.getByRole('note', { name: mark })
    expect(note).toHaveTextContent(mark)
    expect(note).toHaveAccessibleDescription(hint)
    await user.hover(note)
    expect(own.getByRole('tooltip')).toBeVisible()
    expect(own.getByRole('button', { name: 'Delete Entry' })).toBeVisible()
  })
})

describe('Delete Entry', () => {
  const dialog = () => within(screen.getByRole('dialog', { name: 'Delete Entry' }))
  const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  async function openDialog(responses: Responses = {}) {
    const page = openGlossary(
      { listGlossaryEntries: [pending, rejected], ...responses },
      { state: asMember(), at: '/discordia/world?show=mine' },
    )
    const own = await card('Umbrella Guild')
    await page.user.click(own.getByRole('button', { name: 'Umbrella Guild' }))
    await page.user.click(own.getByRole('button', { name: 'Delete Entry' }))
    return page
  }

  it('asks for confirmation; No changes nothing', async () => {
    const { user, api } = await openDialog()
    expect(dialog().getByText('Are you sure you want to delete "Umbrella Guild"?')).toBeVisible()
    await user.click(dialog().getByRole('button', { name: 'No' }))
    await gone()
    expect(api.calls('deleteGlossaryEntry')).toHaveLength(0)
    expect(await titles()).toHaveLength(2)
  })

  it('deletes on Yes, once, says so, and lists what is left', async () => {
    const response = later<Response>()
    const { user, api } = await openDialog({ deleteGlossaryEntry: () => response.promise })
    await user.dblClick(dialog().getByRole('button', { name: 'Yes' }))
    api.respond({ listGlossaryEntries: [rejected] })
    response.resolve(reply(200, {}))
    expect(await notifications().findByRole('status')).toHaveTextContent('You deleted the entry.')
    await gone()
    await waitFor(async () => expect(await titles()).toEqual(['Exploding Sled']))
    expect(api.calls('deleteGlossaryEntry')).toMatchObject([
      { method: 'DELETE', path: '/glossary/delete-entry/5' },
    ])
    await waitFor(() =>
      expect(screen.getByRole('region', { name: 'Glossary entries' })).toHaveFocus(),
    )
    expect(api.calls('listGlossarySubEntries')).toHaveLength(1)
  })

  it('closes with a toast when that fails, and refetches the list (ruling 76)', async () => {
    const { user, api } = await openDialog({ deleteGlossaryEntry: refusal(404) })
    api.respond({ listGlossaryEntries: [rejected] })
    await user.click(dialog().getByRole('button', { name: 'Yes' }))
    expect(await notifications().findByRole('alert')).toHaveTextContent(
      'Error deleting the entry, please try again.',
    )
    await gone()
    await waitFor(async () => expect(await titles()).toEqual(['Exploding Sled']))
  })
})

it('names every card by its title', async () => {
  openGlossary({ listGlossaryEntries: [pending, rejected] }, { state: asMember() })
  await titles()
  const names = list()
    .getAllByRole('article')
    .map((article) => within(article).getByRole('heading', { level: 3 }).textContent)
  expect(names).toEqual(['Umbrella Guild', 'Exploding Sled'])
})
