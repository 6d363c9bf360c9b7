import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { asMember } from '#test/helpers/fixtures/siteState.ts'
import { later, refusal, reply } from '#test/helpers/screens/fakeApi.ts'
import {
  alerts,
  button,
  dialog,
  field,
  fill,
  gone,
  image,
  openForm,
  pickType,
  png,
  preview,
  section,
  send,
  sent,
} from './openEntryForm.tsx'
import { checkbox, notifications, openGlossary, titles } from './openGlossary.tsx'

describe('The form', () => {
  it('is opened by a link to it, for members alone', async () => {
    const at = '/discordia/world#new-entry'
    const { unmount } = openGlossary({}, { at, state: asMember() })
    expect(await screen.findByRole('dialog', { name: 'Create New Glossary Item' })).toBeVisible()
    unmount()
    openGlossary({}, { at })
    await titles()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

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

  it('has one limit for all texts together, which each field shares', async () => {
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
  it('is reported where it is missing, and nothing is sent', async () => {
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
  ])('in a sub-entry with only a %s is the other', async (given, missing) => {
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

  it('may be the sub-type and the image, but not a blank name', async () => {
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

  it('is refused when it is none, until another one is chosen', async () => {
    const page = await openForm()
    await anything.upload(image(), new File(['x'], 'x', { type: 'application/pdf' }))
    expect(alerts()).toEqual(['Invalid file type. Please select a JPEG or PNG image.'])
    expect(preview()).not.toBeInTheDocument()
    await page.user.upload(image(), png)
    expect(alerts()).toEqual([])
  })

  it('that was refused shows no error when the form is reopened', async () => {
    const { user } = await openForm()
    await anything.upload(image(), new File(['x'], 'x', { type: 'image/gif' }))
    await user.click(button('Close'))
    await gone()
    await user.click(screen.getByRole('button', { name: 'Create new glossary item' }))
    expect(alerts()).toEqual([])
  })

  it('is refused when the browser cannot decode it', async () => {
    const { user } = await openForm()
    await user.upload(image(), png)
    fireEvent.error(preview() ?? document.body)
    expect(alerts()).toEqual(['Invalid file type. Please select a JPEG or PNG image.'])
    expect(preview()).not.toBeInTheDocument()
  })

  it('may be as large as the server takes, and is refused beyond that', async () => {
    const { user } = await openForm()
    const large = new File(['x'], 'x.png', { type: 'image/png' })
    const size = jest.spyOn(large, 'size', 'get').mockReturnValue(15 * 1024 * 1024)
    await user.upload(image(), large)
    expect(alerts()).toEqual([])
    size.mockReturnValue(15 * 1024 * 1024 + 1)
    await user.upload(image(), large)
    expect(alerts()).toEqual(['This image is larger than 15 MB. Please select a smaller one.'])
  })
})

describe('Sending', () => {
  it('creates the entry, then its sub-entries; shows a toast, closes, and lists the own entries', async () => {
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
    await waitFor(() => expect(page.at()).toBe('/discordia/world?show=mine'))
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

  it('stays open and silent when the first step fails, and repeats it (ruling 74)', async () => {
    const page = await openForm({ createGlossaryEntry: refusal(500) })
    await fill(page)
    await send(page)
    await waitFor(() => expect(button('Send Item for Review')).not.toHaveAttribute('aria-busy'))
    expect(alerts()).toEqual([])
    expect(notifications().queryByRole('alert')).not.toBeInTheDocument()
    expect(page.api.calls('createGlossarySubEntries')).toHaveLength(0)
    page.api.respond({ createGlossaryEntry: () => reply(201, { id: 41 }) })
    await send(page)
    await gone()
    expect(page.api.calls('createGlossaryEntry')).toHaveLength(2)
  })

  it('repeats only the second step after that has failed (ruling 35)', async () => {
    const page = await openForm({ createGlossarySubEntries: refusal(500) })
    await fill(page)
    await send(page)
    await waitFor(() => expect(page.api.calls('createGlossarySubEntries')).toHaveLength(1))
    await waitFor(() => expect(button('Send Item for Review')).not.toHaveAttribute('aria-busy'))
    expect(field('Name')).toBeDisabled()
    expect(alerts()).toEqual([])
    await page.user.type(section(1).getByRole('textbox', { name: 'Text' }), ' Mostly.')
    page.api.respond({ createGlossarySubEntries: () => reply(201, []) })
    await send(page)
    await gone()
    expect(page.api.calls('createGlossaryEntry')).toHaveLength(1)
    expect(page.api.calls('createGlossarySubEntries')[1]).toMatchObject({
      path: '/glossary/entries/41/sub-entries/',
      body: { sub_entries: [{ content: 'Nocturnal. Mostly.' }] },
    })
  })

  it.each([
    ['is no longer there', 404],
    ['was decided about', 403],
  ])('starts again when the entry of the first step %s', async (_what, status) => {
    const page = await openForm({ createGlossarySubEntries: refusal(status) })
    await fill(page)
    await send(page)
    await waitFor(() => expect(page.api.calls('createGlossarySubEntries')).toHaveLength(1))
    await waitFor(() => expect(button('Send Item for Review')).not.toHaveAttribute('aria-busy'))
    expect(field('Name')).toBeEnabled()
    page.api.respond({ createGlossarySubEntries: () => reply(201, []) })
    await send(page)
    await gone()
    expect(page.api.calls('createGlossaryEntry')).toHaveLength(2)
  })
})
