import { screen } from '@testing-library/react'
import { RowMenu } from '#desk/parts/RowMenu.tsx'
import { refused } from '#test/helpers/desk/fakeDesk.ts'
import { renderInDesk } from '#test/helpers/desk/renderInDesk.tsx'
import { expectComplaint } from '#test/helpers/screens/console.ts'

const record = { id: 7, name: 'Candles' }
const dots = () => screen.getByRole('button', { name: 'Actions for Candles' })

test('the keyboard opens the menu, walks it and gives the focus back', async () => {
  const { user } = renderInDesk(<RowMenu />, { record })
  dots().focus()
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('menuitem', { name: 'Open' })).toHaveFocus()
  await user.keyboard('{ArrowDown}')
  expect(screen.getByRole('menuitem', { name: 'Delete' })).toHaveFocus()
  await user.keyboard('{Escape}')
  expect(await screen.findByRole('button', { name: 'Actions for Candles' })).toHaveFocus()
})

test('a deletion is confirmed first, and a refusal is shown in the dialog', async () => {
  const responses = { 'DELETE /rule-categories/7': refused(409, 'It still has entries.') }
  const { user, calls } = renderInDesk(<RowMenu />, { record, responses })
  await user.click(dots())
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  const dialog = await screen.findByRole('dialog', { name: 'Delete' })
  expect(dialog).toHaveTextContent('“Candles” goes for good.')
  expect(calls).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('It still has entries.')).toBeVisible()
  expect(dialog).toBeInTheDocument()
  expectComplaint(/HttpError/)
})
