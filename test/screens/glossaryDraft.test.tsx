import { act, screen } from '@testing-library/react'
import { sessionEnded } from '#src/store/session/slice.ts'
import {
  dialog,
  field,
  fill,
  gone,
  image,
  openForm,
  type Page,
  png,
  preview,
  section,
} from './openEntryForm.tsx'

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

  it.each([
    ['a logout', undefined],
    ['the end of a session that names no member', 'expired'],
  ] as const)('is gone after %s, for the next member', async (_what, reason) => {
    const before = await openForm()
    await fill(before)
    act(() => void before.store.dispatch(sessionEnded(reason)))
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
