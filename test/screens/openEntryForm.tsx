import { screen, waitFor, within } from '@testing-library/react'
import { asMember } from '#test/helpers/fixtures/siteState.ts'
import { reply } from '#test/helpers/screens/fakeApi.ts'
import { openGlossary, titles } from './openGlossary.tsx'

export type Responses = Parameters<typeof openGlossary>[0]
export const dialog = () => within(screen.getByRole('dialog', { name: 'Create New Glossary Item' }))
export const gone = () =>
  waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
export const field = (name: string) => dialog().getByRole('textbox', { name })
export const section = (number: number) =>
  within(dialog().getByRole('group', { name: `Sub-entry ${number}` }))
export const button = (name: string) => dialog().getByRole('button', { name })
export const image = () => dialog().getByLabelText<HTMLInputElement>('Image')
export const preview = () => dialog().queryByRole('img', { name: 'Preview of the image' })
export const png = new File(['x'], 'moth.png', { type: 'image/png' })

// jsdom has no object URLs.
beforeEach(() => {
  URL.createObjectURL = (file) => `blob:${(file as File).name}`
  URL.revokeObjectURL = () => {}
})

export async function openForm(responses: Responses = {}) {
  const page = openGlossary(
    {
      createGlossaryEntry: () => reply(201, { id: 41 }),
      createGlossarySubEntries: () => reply(201, []),
      ...responses,
    },
    { state: asMember() },
  )
  await titles()
  await page.user.click(screen.getByRole('button', { name: 'Create new glossary item' }))
  return page
}
export type Page = Awaited<ReturnType<typeof openForm>>

export async function pickType({ user }: Page, name: string) {
  await user.click(dialog().getByRole('button', { name: /^Type / }))
  await user.click(await dialog().findByRole('option', { name }))
}
export async function write({ user }: Page, box: HTMLElement, text: string) {
  await user.click(box)
  await user.paste(text)
}
export async function fill(page: Page) {
  await write(page, field('Name'), 'Lamp-moth')
  await pickType(page, 'Creatures')
  await write(page, section(1).getByRole('textbox', { name: 'Sub-title' }), 'Habits')
  await write(page, section(1).getByRole('textbox', { name: 'Text' }), 'Nocturnal.')
}
export const send = ({ user }: Page) => user.click(button('Send Item for Review'))
export const alerts = () =>
  dialog()
    .queryAllByRole('alert')
    .map(({ textContent }) => textContent)
export const sent = ({ api }: Page) =>
  api
    .calls('createGlossaryEntry')
    .map(({ body }) => [...(body as FormData)].map(([name, value]) => [name, value]))
