import { screen, waitFor, within } from '@testing-library/react'
import { ContentEdit } from '#desk/content/contents.tsx'
import type { Sent } from '#test/helpers/desk/fakeDesk.ts'
import { renderInDesk } from '#test/helpers/desk/renderInDesk.tsx'
import { announce } from '#test/helpers/screens/announceLanguages.ts'

const article = {
  id: 7,
  kind: 'news',
  title: 'Open Table',
  short_description: 'Six games.',
  description: 'Bring dice.',
  format: 'plain',
  picture: null,
  seats: null,
  state: 'draft',
}
const german = { ...article, id: 8, title: 'Offener Tisch', language: 'de' }

async function openArticle(
  put: (sent: Sent) => unknown = ({ body }) => ({ ...article, ...(body as object) }),
) {
  const view = renderInDesk(<ContentEdit />, {
    resource: 'contents',
    id: 7,
    responses: {
      'GET /contents/7': article,
      'GET /contents': [article, german],
      'PUT /contents/7': put,
    },
  })
  await screen.findByRole('textbox', { name: 'Title' })
  return view
}
const choose = async (
  user: Awaited<ReturnType<typeof openArticle>>['user'],
  label: string,
  name: string,
) => {
  await user.click(screen.getByRole('combobox', { name: new RegExp(`^${label}`) }))
  await user.click(within(await screen.findByRole('listbox')).getByRole('option', { name }))
}

test('an article has a language and a translation where the site has several languages', async () => {
  announce('en de is')
  const saved: unknown[] = []
  const { user } = await openArticle(({ body }) => {
    saved.push(body)
    return { ...article, ...(body as object) }
  })
  expect(screen.getByRole('combobox', { name: /^Language/ })).toHaveTextContent('English')
  await choose(user, 'Language', 'Icelandic')
  await choose(user, 'Translation of', 'Offener Tisch')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(saved).toMatchObject([{ language: 'is', translation_of: 8 }]))
  await choose(user, 'Language', 'English')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(saved[1]).toMatchObject({ language: null, translation_of: 8 }))
})

test('there is neither where the site has one language', async () => {
  await openArticle()
  expect(screen.queryByText('Language')).toBeNull()
  expect(screen.queryByText('Translation of')).toBeNull()
})
