import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { sessionEnded } from '#src/store/slices/session.ts'
import { asMember } from '#test/helpers/builders.ts'
import { later, refusal, reply } from '#test/helpers/fakeApi.ts'
import { checkbox, notifications, openGlossary, titles } from './openGlossary.tsx'

type Answers = Parameters<typeof openGlossary>[0]

const dialog = () => within(screen.getByRole('dialog', { name: 'Create New Glossary Item' }))
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
const field = (name: string) => dialog().getByRole('textbox', { name })
const section = (number: number) =>
  within(dialog().getByRole('group', { name: `Sub-entry ${number}` }))
const button = (name: string) => dialog().getByRole('button', { name })
const image = () => dialog().getByLabelText<HTMLInputElement>('Image')
const preview = () => dialog().queryByRole('img', { name: 'Preview of the image' })
const png = new File(['x'], 'moth.png', { type: 'image/png' })

// The test environment draws no pictures and has no addresses for them.
beforeEach(() => {
  URL.createObjectURL = (file) => `blob:${(file as File).name}`
  URL.revokeObjectURL = () => {}
})

async function openForm(answers: Answers = {}) {
  const page = openGlossary(
    {
      createGlossaryEntry: () => reply(201, { id: 41 }),
      createGlossarySubEntries: () => reply(201, []),
      ...answers,
    },
    { state: asMember() },
  )
  await titles()
  await page.user.click(screen.getByRole('button', { name: 'Create new glossary item' }))
  return page
}
type Page = Awaited<ReturnType<typeof openForm>>

async function pickType({ user }: Page, name: string) {
  await user.click(dialog().getByRole('button', { name: /^Type / }))
  await user.click(await dialog().findByRole('option', { name }))
}
/** All at once, as from another window: key by key is slow where nothing depends on it. */
async function write({ user }: Page, box: HTMLElement, text: string) {
  await user.click(box)
  await user.paste(text)
}
async function fill(page: Page) {
  await write(page, field('Name'), 'Lamp-moth')
  await pickType(page, 'Creatures')
  await write(page, section(1).getByRole('textbox', { name: 'Sub-title' }), 'Habits')
  await write(page, section(1).getByRole('textbox', { name: 'Text' }), 'Nocturnal.')
}
const send = ({ user }: Page) => user.click(button('Send Item for Review'))
const alerts = () =>
  dialog()
    .queryAllByRole('alert')
    .map(({ textContent }) => textContent)
const sent = ({ api }: Page) =>
  api
    .calls('createGlossaryEntry')
    .map(({ body }) => [...(body as FormData)].map(([name, value]) => [name, value]))

describe('The form', () => {
  it('has its fields, one sub-entry, and locks the page behind it', async () => {
    await openForm()
    expect(field('Name')).toBeRequired()
    expect(field('Name')).toHaveAttribute('maxlength', '100')
    expect(field('Name')).toHaveFocus()
    expect(image()).toHaveAttribute('type', 'file')
    expect(image()).toHaveAttribute('accept', 'image/jpeg,image/png')
    expect(section(1).getByRole('textbox', { name: 'Sub-title' })).toHaveAttribute(
      'maxlength',
      '100',
    )
    expect(section(1).getByRole('textbox', { name: 'Text' }).tagName).toBe('TEXTAREA')
    expect(dialog().queryByRole('button', { name: 'Remove' })).not.toBeInTheDocument()
    expect(dialog().getByRole('form')).toHaveAttribute('novalidate')
    expect(document.documentElement).toHaveStyle({ overflow: 'hidden' })
  })

  it.each(['Close', 'Close dialog'])('closes by %s and lets the page scroll', async (name) => {
    const { user } = await openForm()
    await user.click(button(name))
    await gone()
    expect(document.documentElement).not.toHaveStyle({ overflow: 'hidden' })
    expect(screen.getByRole('button', { name: 'Create new glossary item' })).toHaveFocus()
  })

  it('offers the sub-types of the chosen type; another type clears the sub-type', async () => {
    const page = await openForm()
    const subtype = () => dialog().getByRole('button', { name: /^Sub-Type / })
    expect(subtype()).toBeDisabled()
    await pickType(page, 'Creatures')
    await page.user.click(subtype())
    await page.user.click(await dialog().findByRole('option', { name: 'Of water' }))
    expect(subtype()).toHaveAccessibleName('Sub-Type Of water')
    await pickType(page, 'Places')
    expect(subtype()).toHaveAccessibleName('Sub-Type None')
  })

  it('adds sub-entries, and removes them while there is more than one', async () => {
    const { user } = await openForm()
    await user.type(section(1).getByRole('textbox', { name: 'Text' }), 'First.')
    await user.click(button('Add Additional Sub-Title & Text'))
    expect(section(2).getByRole('textbox', { name: 'Sub-title' })).toHaveFocus()
    await user.type(section(2).getByRole('textbox', { name: 'Text' }), 'Second.')
    await user.click(section(1).getByRole('button', { name: 'Remove' }))
    expect(section(1).getByRole('textbox', { name: 'Text' })).toHaveValue('Second.')
    expect(dialog().queryByRole('button', { name: 'Remove' })).not.toBeInTheDocument()
    expect(button('Add Additional Sub-Title & Text')).toHaveFocus()
  })

  it('has room for all texts together: each field takes what is left of it', async () => {
    await openForm()
    const text = (number: number) => section(number).getByRole('textbox', { name: 'Text' })
    const change = (number: number, length: number) =>
      fireEvent.change(text(number), { target: { value: 'x'.repeat(length) } })
    expect(text(1)).toHaveAttribute('maxlength', '20000')
    for (const [at, length] of [20_000, 20_000, 20_000, 20_000, 15_000].entries()) {
      change(at + 1, length)
      fireEvent.click(button('Add Additional Sub-Title & Text'))
    }
    expect(text(6)).toHaveAttribute('maxlength', '5000')
    expect(text(5)).toHaveAttribute('maxlength', '20000')
    change(6, 5000)
    expect(text(5)).toHaveAttribute('maxlength', '15000')
  })
})

describe('What is missing', () => {
  it('is told where it is missing, and nothing is sent', async () => {
    const page = await openForm()
    await send(page)
    expect(alerts()).toEqual([
      'Please fill in this field.',
      ' A type is required to create an Item.',
      'Sub-entry cannot be empty',
    ])
    expect(section(1).getByRole('alert')).toHaveTextContent('Sub-entry cannot be empty')
    expect(field('Name')).toBeInvalid()
    expect(field('Name')).toHaveFocus()
    expect(page.api.calls('createGlossaryEntry')).toHaveLength(0)
  })

  it.each([
    ['Sub-title', 'Text'],
    ['Text', 'Sub-title'],
  ])('in a sub-entry with a %s alone is the other', async (given, missing) => {
    const page = await openForm()
    await page.user.type(field('Name'), 'Lamp-moth')
    await pickType(page, 'Creatures')
    await page.user.type(section(1).getByRole('textbox', { name: given }), 'x')
    await send(page)
    expect(alerts()).toEqual(['Sub-entry cannot be empty'])
    expect(section(1).getByRole('textbox', { name: missing })).toBeInvalid()
    await page.user.type(section(1).getByRole('textbox', { name: missing }), 'y')
    expect(alerts()).toEqual([])
  })

  it('may be the sub-type and the image, but not a name of blanks', async () => {
    const page = await openForm()
    await fill(page)
    await page.user.clear(field('Name'))
    await page.user.type(field('Name'), '   ')
    await send(page)
    expect(alerts()).toEqual(['Please fill in this field.'])
    await page.user.type(field('Name'), ' Moth ')
    await send(page)
    await gone()
    expect(sent(page)).toEqual([
      [
        ['title', 'Moth'],
        ['entry_type', '1'],
      ],
    ])
  })
})

describe('The image', () => {
  const anything = userEvent.setup({ applyAccept: false, delay: null })
  const dropped = (type: 'drop' | 'paste', files: File[]) => {
    const event = createEvent[type](document.body, { bubbles: true, cancelable: true })
    const data = { files, types: ['Files'] }
    Object.assign(event, { dataTransfer: data, clipboardData: data })
    fireEvent(document.body, event)
    return event
  }

  it('is chosen by a click, shown, and can be cleared', async () => {
    const { user } = await openForm()
    expect(preview()).not.toBeInTheDocument()
    await user.upload(image(), png)
    expect(preview()).toHaveAttribute('src', 'blob:moth.png')
    await user.click(button('Clear image'))
    expect(preview()).not.toBeInTheDocument()
  })

  it.each(['drop', 'paste'] as const)('can be brought by %s', async (way) => {
    const page = await openForm()
    const event = dropped(way, [png])
    expect(event.defaultPrevented).toBe(true)
    expect(await dialog().findByRole('img')).toHaveAttribute('src', 'blob:moth.png')
    await fill(page)
    await send(page)
    await gone()
    expect(sent(page)[0]?.find(([name]) => name === 'image')).toBeDefined()
  })

  it('leaves pasted text alone', async () => {
    await openForm()
    expect(dropped('paste', []).defaultPrevented).toBe(false)
  })

  it.each(['image/gif', 'image/svg+xml', 'application/pdf', ''])(
    'is refused as %j',
    async (type) => {
      const page = await openForm()
      await anything.upload(image(), new File(['x'], 'x', { type }))
      expect(alerts()).toEqual(['Invalid file type. Please select a JPEG or PNG image.'])
      expect(preview()).not.toBeInTheDocument()
      await page.user.upload(image(), png)
      expect(alerts()).toEqual([])
    },
  )

  it('that was refused is no longer complained about when the form is opened again', async () => {
    const { user } = await openForm()
    await anything.upload(image(), new File(['x'], 'x', { type: 'image/gif' }))
    await user.click(button('Close'))
    await gone()
    await user.click(screen.getByRole('button', { name: 'Create new glossary item' }))
    expect(alerts()).toEqual([])
  })

  it('is refused when the browser cannot draw it', async () => {
    const { user } = await openForm()
    await user.upload(image(), png)
    fireEvent.error(preview() ?? document.body)
    expect(alerts()).toEqual(['Invalid file type. Please select a JPEG or PNG image.'])
    expect(preview()).not.toBeInTheDocument()
  })

  it('may be as large as the server takes, and is refused beyond that', async () => {
    const { user } = await openForm()
    const sized = (bytes: number) =>
      Object.defineProperty(new File(['x'], 'x.png', { type: 'image/png' }), 'size', {
        value: bytes,
      })
    await user.upload(image(), sized(15 * 1024 * 1024))
    expect(alerts()).toEqual([])
    await user.upload(image(), sized(15 * 1024 * 1024 + 1))
    expect(alerts()).toEqual(['This image is larger than 15 MB. Please select a smaller one.'])
  })
})

describe('Sending', () => {
  it('makes the entry, then its sub-entries; says so, closes, and shows the own entries', async () => {
    const first = later<Response>()
    const page = await openForm({ createGlossaryEntry: () => first.promise })
    await fill(page)
    await page.user.dblClick(button('Send Item for Review'))
    expect(button('Send Item for Review')).toHaveAttribute('aria-busy', 'true')
    first.resolve(reply(201, { id: 41 }))
    expect(await notifications().findByRole('status')).toHaveTextContent(
      'You have created a new entry. It will be under approval.',
    )
    await gone()
    expect(sent(page)).toEqual([
      [
        ['title', 'Lamp-moth'],
        ['entry_type', '1'],
      ],
    ])
    expect(page.api.calls('createGlossarySubEntries')).toMatchObject([
      {
        path: '/glossary/entries/41/sub-entries/',
        body: { sub_entries: [{ title: 'Habits', content: 'Nocturnal.', glossary_entry: 41 }] },
      },
    ])
    expect(checkbox('Show my entries')).toBeChecked()
    await waitFor(() =>
      expect(page.api.calls('listGlossaryEntries').at(-1)?.query.showMyEntries).toBe('true'),
    )
    expect(page.at()).toBe('/discordia/world?show=mine')
    await page.user.click(screen.getByRole('button', { name: 'Create new glossary item' }))
    expect(field('Name')).toHaveValue('')
  })

  it('empties the form, its picture too: the next entry is sent without that of the last', async () => {
    const page = await openForm()
    await page.user.upload(image(), png)
    await fill(page)
    await send(page)
    await gone()
    await page.user.click(screen.getByRole('button', { name: 'Create new glossary item' }))
    expect(preview()).not.toBeInTheDocument()
    expect(dialog().queryByRole('button', { name: 'Clear image' })).not.toBeInTheDocument()
    expect(image().files).toHaveLength(0)
    expect(dialog().getByRole('button', { name: /^Type / })).toHaveAccessibleName(
      'Type Choose a type',
    )
    expect(alerts()).toEqual([])
    await fill(page)
    await send(page)
    await gone()
    expect(sent(page)[0]?.map(([name]) => name)).toContain('image')
    expect(sent(page)[1]?.map(([name]) => name)).toEqual(['title', 'entry_type'])
  })

  it('stays open and silent when the first step fails, and repeats it', async () => {
    const page = await openForm({ createGlossaryEntry: refusal(500) })
    await fill(page)
    await send(page)
    await waitFor(() => expect(button('Send Item for Review')).not.toHaveAttribute('aria-busy'))
    expect(alerts()).toEqual([])
    expect(notifications().queryByRole('alert')).not.toBeInTheDocument()
    expect(page.api.calls('createGlossarySubEntries')).toHaveLength(0)
    page.api.answer({ createGlossaryEntry: () => reply(201, { id: 41 }) })
    await send(page)
    await gone()
    expect(page.api.calls('createGlossaryEntry')).toHaveLength(2)
  })

  it('repeats only the second step after that has failed', async () => {
    const page = await openForm({ createGlossarySubEntries: refusal(500) })
    await fill(page)
    await send(page)
    await waitFor(() => expect(page.api.calls('createGlossarySubEntries')).toHaveLength(1))
    await waitFor(() => expect(button('Send Item for Review')).not.toHaveAttribute('aria-busy'))
    expect(field('Name')).toBeDisabled()
    expect(alerts()).toEqual([])
    await page.user.type(section(1).getByRole('textbox', { name: 'Text' }), ' Mostly.')
    page.api.answer({ createGlossarySubEntries: () => reply(201, []) })
    await send(page)
    await gone()
    expect(page.api.calls('createGlossaryEntry')).toHaveLength(1)
    expect(page.api.calls('createGlossarySubEntries')[1]).toMatchObject({
      path: '/glossary/entries/41/sub-entries/',
      body: { sub_entries: [{ content: 'Nocturnal. Mostly.' }] },
    })
  })

  it('begins again when the entry of the first step is no longer there', async () => {
    const page = await openForm({ createGlossarySubEntries: refusal(404) })
    await fill(page)
    await send(page)
    await waitFor(() => expect(page.api.calls('createGlossarySubEntries')).toHaveLength(1))
    await waitFor(() => expect(button('Send Item for Review')).not.toHaveAttribute('aria-busy'))
    expect(field('Name')).toBeEnabled()
    page.api.answer({ createGlossarySubEntries: () => reply(201, []) })
    await send(page)
    await gone()
    expect(page.api.calls('createGlossaryEntry')).toHaveLength(2)
  })
})

describe('The draft', () => {
  const open = (page: Page) =>
    page.user.click(screen.getByRole('button', { name: 'Create new glossary item' }))

  it('outlives the form, its picture too', async () => {
    const page = await openForm()
    await page.user.upload(image(), png)
    await fill(page)
    await page.user.keyboard('{Escape}')
    await gone()
    await open(page)
    expect(field('Name')).toHaveValue('Lamp-moth')
    expect(section(1).getByRole('textbox', { name: 'Text' })).toHaveValue('Nocturnal.')
    expect(preview()).toBeVisible()
  })

  it('outlives a reload, without the picture', async () => {
    const before = await openForm()
    await fill(before)
    before.unmount()
    await openForm()
    expect(field('Name')).toHaveValue('Lamp-moth')
    expect(dialog().getByRole('button', { name: 'Type Creatures' })).toBeVisible()
    expect(preview()).not.toBeInTheDocument()
  })

  it('is gone after a logout, for whoever comes next', async () => {
    const before = await openForm()
    await fill(before)
    act(() => void before.store.dispatch(sessionEnded()))
    before.unmount()
    await openForm()
    expect(field('Name')).toHaveValue('')
  })

  it.each(['{', '[]', '{"owner":null,"draft":{"title":1}}', '{"owner":"7","draft":null}'])(
    'that is damaged (%s) is no draft',
    async (stored) => {
      sessionStorage.setItem('glossary-draft', stored)
      await openForm()
      expect(field('Name')).toHaveValue('')
    },
  )
})
