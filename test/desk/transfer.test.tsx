import { screen, waitFor, within } from '@testing-library/react'
import { HttpError } from 'react-admin'
import type { TransferReport } from '#contract/schemas/transfer.ts'
import type { DeskDataProvider } from '#desk/session/dataProvider.ts'
import { transfer } from '#desk/transfer/TransferPage.tsx'
import { renderInDesk } from '#test/helpers/desk/renderInDesk.tsx'
import { expectComplaint } from '#test/helpers/screens/console.ts'

const clean: TransferReport = { added: 2, changed: 1, unchanged: 5, problems: [] }
const wrong = { place: 'entries[3].title', problem: 'Too long.' }
const jsonFile = () => new File(['{}'], 'rules.json', { type: 'application/json' })

function openPage(respond: (action: string) => TransferReport | Promise<TransferReport>) {
  const List = transfer.list
  const sent: string[] = []
  const send: DeskDataProvider['transfer'] = async (action, area) => {
    sent.push(`${action} ${area}`)
    return respond(action)
  }
  const view = renderInDesk(<List />, { resource: 'transfer', transfer: send })
  const choose = () => view.user.upload(screen.getByLabelText(/^JSON file/), jsonFile())
  const check = () => view.user.click(screen.getByRole('button', { name: 'Try it out' }))
  return { ...view, sent, choose, check }
}
const importButton = () => screen.queryByRole('button', { name: 'Import now' })

test('a file is tried out first, then imported after a question, once', async () => {
  const { user, sent, choose, check } = openPage(() => clean)
  expect(screen.getByRole('button', { name: 'Try it out' })).toBeDisabled()
  await choose()
  expect(importButton()).not.toBeInTheDocument()
  await check()
  expect(await screen.findByText('This is what an import would do:')).toBeVisible()
  expect(screen.getByText(/2 new, 1 changed, 5 as they were\./)).toBeVisible()
  await user.click(importButton() ?? document.body)
  const dialog = screen.getByRole('dialog')
  expect(dialog).toHaveTextContent('2 new and 1 changed records go live at once.')
  await user.click(within(dialog).getByRole('button', { name: 'Import now' }))
  expect(await screen.findByText('The import is done:')).toBeVisible()
  await waitFor(() => expect(importButton()).not.toBeInTheDocument())
  expect(sent).toEqual(['check rules', 'import rules'])
})

test('a file with a problem cannot be imported; another file has to be tried out anew', async () => {
  const reports = [{ ...clean, problems: [wrong] }, clean]
  const { choose, check } = openPage(() => reports.shift() ?? clean)
  await choose()
  await check()
  expect(await screen.findByText(/^One problem\. Nothing is imported/)).toBeVisible()
  expect(screen.getByRole('row', { name: 'entries[3].title Too long.' })).toBeVisible()
  expect(importButton()).not.toBeInTheDocument()
  await check()
  await waitFor(() => expect(importButton()).toBeVisible())
  await choose()
  expect(importButton()).not.toBeInTheDocument()
})

test('the area chooses what is exported and where a file goes; it forgets the file of the other', async () => {
  const { user, sent, choose, check } = openPage(() => clean)
  const link = () => screen.getByRole('link', { name: /^Download/ })
  expect(link()).toHaveAttribute('href', '/desk/api/transfer/rules')
  expect(link()).toHaveAttribute('download', 'discordia-rules.json')
  await choose()
  await user.click(screen.getByRole('button', { name: 'Glossary' }))
  expect(link()).toHaveAttribute('href', '/desk/api/transfer/glossary')
  expect(link()).toHaveAttribute('download', 'discordia-glossary.json')
  expect(screen.getByRole('button', { name: 'Try it out' })).toBeDisabled()
  await choose()
  await check()
  await waitFor(() => expect(sent).toEqual(['check glossary']))
})

test('a refusal is shown', async () => {
  const { choose, check } = openPage(() => Promise.reject(new HttpError('Too large.', 413)))
  await choose()
  await check()
  expect(await screen.findByText('Too large.')).toBeVisible()
  expect(importButton()).not.toBeInTheDocument()
  expectComplaint(/HttpError/)
})
