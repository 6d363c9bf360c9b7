import { screen, waitFor, within } from '@testing-library/react'
import { contents } from '#desk/content/contents.tsx'
import { downloadFiles } from '#desk/downloads/downloads.tsx'
import type { Screens } from '#desk/parts/screens.tsx'
import { ruleCategories } from '#desk/rules/rules.tsx'
import { type Responses, refused } from '#test/helpers/desk/fakeDesk.ts'
import { renderInDesk } from '#test/helpers/desk/renderInDesk.tsx'
import { expectComplaint } from '#test/helpers/screens/console.ts'

const names = ['Ales', 'Brews', 'Casks'].map((name, index) => ({ id: index + 1, name }))

async function openList(resource: string, { list: List }: Screens, responses: Responses) {
  if (typeof List !== 'function') throw new Error('The resource has no list.')
  const view = renderInDesk(<List />, { resource, responses })
  await screen.findByRole('checkbox', { name: 'Select “Ales”' })
  const bar = within(screen.getByRole('group', { name: 'Selected records' }))
  const select = (name: string) =>
    view.user.click(screen.getByRole('checkbox', { name: `Select “${name}”` }))
  return { ...view, bar, select }
}

const openNames = (responses: Responses = {}) =>
  openList('rule-categories', ruleCategories, { 'GET /rule-categories': names, ...responses })

test('rows are selected by name, and the bar says how many', async () => {
  const { user, bar, select } = await openNames()
  expect(bar.getByRole('status')).toBeEmptyDOMElement()
  expect(bar.queryByRole('button')).toBeNull()
  await select('Brews')
  expect(bar.getByRole('status')).toHaveTextContent('1 selected')
  await user.click(bar.getByRole('button', { name: 'Select page' }))
  expect(bar.getByRole('status')).toHaveTextContent('3 selected')
  expect(bar.queryByRole('button', { name: 'Select page' })).toBeNull()
  await user.click(bar.getByRole('button', { name: 'Clear' }))
  expect(screen.queryAllByRole('checkbox', { checked: true })).toEqual([])
})

test('the question names the records; each has its own request, and all are done', async () => {
  const { user, bar, select, calls } = await openNames({
    'DELETE /rule-categories/1': {},
    'DELETE /rule-categories/3': {},
  })
  await select('Ales')
  await select('Casks')
  await user.click(bar.getByRole('button', { name: 'Delete' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Delete 2 records?' }))
  await waitFor(() =>
    expect(dialog.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Ales',
      'Casks',
    ]),
  )
  expect(calls.filter((call) => call.startsWith('DELETE'))).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Deleted 2 records.')).toBeVisible()
  expect(calls.filter((call) => call.startsWith('DELETE'))).toEqual([
    'DELETE /rule-categories/1',
    'DELETE /rule-categories/3',
  ])
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(bar.getByRole('status')).toBeEmptyDOMElement()
})

test('what is refused is named with its reason, and alone stays selected for another attempt', async () => {
  const refusals = [refused(409, 'Other records still belong to this one.')]
  const { user, bar, calls } = await openNames({
    'DELETE /rule-categories/1': {},
    'DELETE /rule-categories/2': () => refusals.pop() ?? {},
    'DELETE /rule-categories/3': {},
  })
  await user.click(screen.getByRole('checkbox', { name: 'Select all' }))
  await user.click(bar.getByRole('button', { name: 'Delete' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }))
  const left = within(await screen.findByRole('dialog', { name: 'Delete 1 record?' }))
  expect(left.getByRole('alert').textContent).toBe(
    '2 of 3 done. The rest is still selected.\n“Brews”: Other records still belong to this one.',
  )
  await user.click(left.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Deleted 1 record.')).toBeVisible()
  expect(calls.filter((call) => call === 'DELETE /rule-categories/2')).toHaveLength(2)
  expectComplaint(/HttpError/)
})

test('too many requests end the attempts, and the rest counts as not tried', async () => {
  const { user, bar, calls } = await openNames({
    'DELETE /rule-categories/1': refused(429, 'Please wait a while.'),
  })
  await user.click(screen.getByRole('checkbox', { name: 'Select all' }))
  await user.click(bar.getByRole('button', { name: 'Delete' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }))
  expect((await screen.findByText(/^0 of 3 done/)).textContent).toBe(
    '0 of 3 done. The rest is still selected.\n“Ales”: Please wait a while.\n2 more weren’t tried.',
  )
  expect(calls.filter((call) => call.startsWith('DELETE'))).toHaveLength(1)
  expectComplaint(/HttpError/)
})

test('a dialog that is left stops after the record at hand, and a notice says what was done', async () => {
  const answer = Promise.withResolvers<object>()
  const { user, bar, calls } = await openNames({
    'DELETE /rule-categories/1': () => answer.promise,
  })
  await user.click(screen.getByRole('checkbox', { name: 'Select all' }))
  await user.click(bar.getByRole('button', { name: 'Delete' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  expect(await dialog.findByText('0 of 3 done')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Back' }))
  answer.resolve({})
  expect(await screen.findByText(/^1 of 3 done.*2 more weren’t tried\.$/s)).toBeVisible()
  expect(bar.getByRole('status')).toHaveTextContent('2 selected')
  expect(calls.filter((call) => call.startsWith('DELETE'))).toHaveLength(1)
})

test.each<[string, Screens, [string, string, string, string][]]>([
  [
    'contents',
    contents,
    [
      ['Publish now', 'Publish 1 article now?', 'publish', 'Published 1 article.'],
      ['Unpublish', 'Unpublish 1 article?', 'unpublish', '1 article is no longer on the site.'],
    ],
  ],
  [
    'download-files',
    downloadFiles,
    [
      ['Withdraw', 'Withdraw 1 file?', 'withdraw', 'The site no longer offers 1 file.'],
      ['Restore', 'Restore 1 file?', 'restore', 'The site offers 1 file again.'],
    ],
  ],
])('%s have what each of them has', async (resource, screens, acts) => {
  const record = { id: 1, name: 'Ales', title: 'Ales', display_name: 'Ales', size: 1 }
  const { user, bar, select } = await openList(resource, screens, {
    [`GET /${resource}`]: [record],
    'GET /download-categories': [],
    ...Object.fromEntries(acts.map(([, , call]) => [`POST /${resource}/1/${call}`, record])),
  })
  for (const [label, question, , done] of acts) {
    await select('Ales')
    await user.click(bar.getByRole('button', { name: label }))
    const dialog = within(screen.getByRole('dialog', { name: question }))
    await user.click(dialog.getByRole('button', { name: label }))
    expect(await screen.findByText(done)).toBeVisible()
  }
})

test('before articles are deleted, what goes with them is counted', async () => {
  const counts = { registrations: 7, signed_up: 2, pictures: 1, messages: 0, mails: 3 }
  const { user, bar, select } = await openList('contents', contents, {
    'GET /contents': [{ id: 1, name: 'Ales', title: 'Ales' }],
    'POST /contents/count-belongings': counts,
  })
  await select('Ales')
  await user.click(bar.getByRole('button', { name: 'Delete' }))
  const dialog = within(screen.getByRole('dialog'))
  expect(await dialog.findByText('This is deleted, too:')).toBeVisible()
  const items = dialog.getAllByRole('listitem').map((item) => item.textContent)
  expect(items.slice(-3)).toEqual([
    '7 people on the list',
    '1 picture',
    '3 emails that aren’t sent yet',
  ])
  expect(dialog.getByText(/^2 members are signed up for what is still to come\./)).toBeVisible()
})
